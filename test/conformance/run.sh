#!/usr/bin/env bash
# The official MCP conformance suite against the service: the scenarios of what it offers. Fails on whatever fails and
# is not in baseline.yaml, and on a baseline that is out of date.
source "$(dirname "$0")/common.sh"

# The suite needs Node 22 or newer; the server runs on the Node at hand.
suite=$(npx --yes --package node@24 --package @modelcontextprotocol/conformance@0.2.0-alpha.12 \
  -- sh -c 'dirname "$(command -v conformance)"')

port=$(free_port)
start service env "PORT=$port" "DATABASE_URL=sqlite:$work/selvage.db" RATE_LIMIT_ANONYMOUS=off LOG_LEVEL=error \
  OAUTH_ISSUER=http://127.0.0.1:9 node src/selvage.mjs serve
for scenario in 2026-07-28/{server-stateless,tools-list,http-header-validation,sep-2164-resource-not-found} \
  2026-07-28/{server-sse-multiple-streams,dns-rebinding-protection,caching,resources-list,prompts-list} \
  2025-11-25/{server-initialize,ping,tools-list,dns-rebinding-protection,resources-list,prompts-list}; do
  status=0
  expected=()
  [[ $scenario == */server-stateless ]] && expected=(--expected-failures test/conformance/baseline.yaml)
  PATH="$suite:$PATH" "$suite/conformance" server --url "http://127.0.0.1:$port/mcp" --spec-version "${scenario%/*}" \
    --scenario "${scenario#*/}" "${expected[@]}" --output-dir "$work/results" >"$work/report" 2>&1 || status=$?
  report "$status" "$scenario" "$(grep '^Passed: ' "$work/report" || true)"
done
finish
