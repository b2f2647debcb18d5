# For the scripts beside it: a work folder, and servers that end with the script.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$(mktemp -d)
servers=()
cleanup() {
  for server in "${servers[@]}"; do kill "$server" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap cleanup EXIT

# start NAME COMMAND…: runs a server in the background; returns when it has printed its first line.
start() {
  local output=$work/$1
  shift
  "$@" >"$output" 2>"$output.log" &
  servers+=($!)
  for _ in $(seq 200); do
    [[ -s $output ]] && return
    sleep 0.1
  done
  cat "$output.log" >&2
  exit 1
}

# A port that is free, and the next one with it.
free_port() {
  node -e 'import("./test/helpers/ports.ts").then(async ({ freePort }) => console.log(await freePort(2)))'
}

failed=()
# report STATUS TITLE [DETAIL]: one line for a check; shows $work/report when it went wrong.
report() {
  if (($1 == 0)); then
    echo "ok      $2${3:+: $3}"
  else
    cat "$work/report"
    failed+=("$2")
    echo "FAILED  $2"
  fi
}

finish() {
  ((${#failed[@]} == 0)) && return
  printf 'Not as expected:\n' >&2
  printf '  %s\n' "${failed[@]}" >&2
  exit 1
}
