#!/usr/bin/env bash
# The official MCP conformance suite, against the project's endpoint with the suite's fixtures and against
# the service itself. Fails on whatever fails and is not in baseline/, and on a baseline that is out of date.
source "$(dirname "$0")/common.sh"
baseline=test/conformance/baseline

# The suite needs Node 22 or newer; the servers run on the Node at hand.
suite=$(npx --yes --package node@24 --package @modelcontextprotocol/conformance@0.2.0-alpha.12 \
  -- sh -c 'dirname "$(command -v conformance)"')

# How many scenarios that a revision requires went well; the rest of a report is of optional ones.
required() {
  awk 'FNR == NR { if (/^[a-z_]+:/) section = $1
      else if (section == "server:" && /^  - /) { names[$2]; count++ }
      next }
    /^✓/ { sub(":", "", $2); if ($2 in names) passed++ }
    END { print passed " of " count " scenarios passed" }' \
    "$suite/../@modelcontextprotocol/conformance/requirements/$1.yaml" "$work/report"
}

# check TITLE ARGUMENTS…: one run of the suite.
check() {
  local title=$1 status=0
  shift
  PATH="$suite:$PATH" "$suite/conformance" server "$@" --output-dir "$work/results" >"$work/report" 2>&1 || status=$?
  report "$status" "$title" "$(grep '^Passed: ' "$work/report" || required "${title##* }")"
}

start fixtures node test/conformance/server.ts
fixtures=$(cat "$work/fixtures")
for revision in 2026-07-28 2025-11-25; do
  check "fixtures of $revision" --url "$fixtures" --requirements "$revision" \
    --expected-failures "$baseline/fixtures-$revision.yaml"
done

port=$(free_port)
start service env "PORT=$port" "DATABASE_URL=sqlite:$work/selvage.db" RATE_LIMIT_ANONYMOUS=off LOG_LEVEL=error \
  OAUTH_ISSUER=http://127.0.0.1:9 node src/selvage.mjs serve
for scenario in 2026-07-28/{server-stateless,tools-list,http-header-validation,sep-2164-resource-not-found} \
  2026-07-28/{server-sse-multiple-streams,dns-rebinding-protection,caching} \
  2025-11-25/{server-initialize,ping,tools-list,dns-rebinding-protection}; do
  expected=()
  [[ $scenario == */server-stateless ]] && expected=(--expected-failures "$baseline/service.yaml")
  check "service, $scenario" --url "http://127.0.0.1:$port/mcp" --spec-version "${scenario%/*}" \
    --scenario "${scenario#*/}" "${expected[@]}"
done
finish
