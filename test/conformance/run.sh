#!/usr/bin/env bash
# The official MCP conformance suite, against the project's endpoint with the suite's fixtures and against
# the service itself. Fails on whatever fails and is not in baseline/, and on a baseline that is out of date.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The suite needs Node 22 or newer; the servers run on the Node at hand.
suite=$(npx --yes --package node@24 --package @modelcontextprotocol/conformance@0.2.0-alpha.12 \
  -- sh -c 'dirname "$(command -v conformance)"')
conformance() { PATH="$suite:$PATH" "$suite/conformance" server "$@"; }

work=$(mktemp -d)
servers=()
cleanup() {
  for server in "${servers[@]}"; do kill "$server" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

# start NAME COMMAND…: runs a server in the background until it has printed its first line.
start() {
  local output=$work/$1
  shift
  "$@" >"$output" 2>"$output.log" &
  servers+=($!)
  for _ in $(seq 100); do
    [[ -s $output ]] && return
    sleep 0.1
  done
  cat "$output.log" >&2
  exit 1
}

# How many scenarios that a revision requires went well; the rest of a report is of optional ones.
required() {
  awk 'FNR == NR { if (/^[a-z_]+:/) section = $1
      else if (section == "server:" && /^  - /) { names[$2]; count++ }
      next }
    /^✓/ { sub(":", "", $2); if ($2 in names) passed++ }
    END { print passed " of " count " scenarios passed" }' \
    "$suite/../@modelcontextprotocol/conformance/requirements/$1.yaml" "$work/report"
}

failed=()
# check TITLE ARGUMENTS…: one run of the suite; the whole report only when it does not go as expected.
check() {
  local title=$1
  shift
  if conformance "$@" --output-dir "$work/results" >"$work/report" 2>&1; then
    echo "ok      $title: $(grep '^Passed: ' "$work/report" || required "${title##* }")"
  else
    cat "$work/report"
    failed+=("$title")
    echo "FAILED  $title"
  fi
}

start fixtures node --import tsx test/conformance/server.ts
fixtures=$(cat "$work/fixtures")
baseline=test/conformance/baseline
check 'fixtures of 2026-07-28' --url "$fixtures" --requirements 2026-07-28 \
  --expected-failures "$baseline/fixtures-2026-07-28.yaml"
check 'fixtures of 2025-11-25' --url "$fixtures" --requirements 2025-11-25 \
  --expected-failures "$baseline/fixtures-2025-11-25.yaml"

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
start service env "PORT=$port" "DATABASE_URL=sqlite:$work/selvage.db" RATE_LIMIT_ANONYMOUS=off LOG_LEVEL=error \
  OAUTH_ISSUER=http://127.0.0.1:9 node src/selvage.mjs serve
service=http://127.0.0.1:$port/mcp
for scenario in server-stateless tools-list http-header-validation sep-2164-resource-not-found \
  server-sse-multiple-streams dns-rebinding-protection; do
  expected=()
  [[ $scenario == server-stateless ]] && expected=(--expected-failures "$baseline/service.yaml")
  check "service at 2026-07-28, $scenario" --url "$service" --spec-version 2026-07-28 --scenario "$scenario" "${expected[@]}"
done
for scenario in server-initialize ping tools-list dns-rebinding-protection; do
  check "service at 2025-11-25, $scenario" --url "$service" --spec-version 2025-11-25 --scenario "$scenario"
done

if ((${#failed[@]} > 0)); then
  printf 'Not as expected:\n' >&2
  printf '  %s\n' "${failed[@]}" >&2
  exit 1
fi
