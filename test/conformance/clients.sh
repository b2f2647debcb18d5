#!/usr/bin/env bash
# Strangers' clients against the running service: MCP Inspector's command line on both protocol eras and on
# standard input and output, and mcp-remote through the whole development sign-in.
source "$(dirname "$0")/common.sh"

packages=$(npx --yes --package node@24 --package @modelcontextprotocol/inspector@2.12.0 --package mcp-remote@0.15.1 \
  -- sh -c 'dirname "$(command -v mcp-remote)"')
export HOME=$work/home MCP_REMOTE_CONFIG_DIR=$work/mcp-remote
mkdir "$HOME"

port=$(free_port)
export PORT=$port DATABASE_URL=sqlite:$work/selvage.db LOG_LEVEL=error
start service node src/selvage.mjs serve
url=http://localhost:$port/mcp
node=$(command -v node)

# inspect TITLE EXIT ARGUMENTS…: one run of the Inspector, which must end with that code.
inspect() {
  local title=$1 expected=$2 status=0
  shift 2
  PATH="$packages:$PATH" "$packages/mcp-inspector" --cli "$@" --format json >"$work/report" 2>&1 || status=$?
  report "$((status == expected ? 0 : 1))" "Inspector, $title" "exit $status"
}

authorization="Authorization: Bearer $(node src/selvage.mjs token)"
for era in modern legacy; do
  http=("$url" --transport http --protocol-era "$era" --stored-auth-only)
  call=("${http[@]}" --method tools/call --tool-name)
  inspect "$era, initialize" 0 "${http[@]}" --method initialize
  inspect "$era, tools/list --strict" 0 "${http[@]}" --method tools/list --strict
  inspect "$era, public tool" 0 "${call[@]}" search_fabric_catalog --tool-args-json '{"query":"kona curry"}'
  inspect "$era, view of a tool" 0 "${call[@]}" search_fabric_catalog --tool-args-json '{"query":"kona"}' --app-info
  inspect "$era, protected tool without token (3: sign-in needed)" 3 "${call[@]}" list_my_projects
  inspect "$era, protected tool" 0 "${call[@]}" list_my_projects --header "$authorization"
  inspect "$era, create" 0 "${call[@]}" create_block_stub --header "$authorization" \
    --tool-args-json '{"name":"Sawtooth Star","finishedWidthInches":12,"finishedHeightInches":12}'
  inspect "$era, failing tool (5: isError)" 5 "${call[@]}" get_asset --header "$authorization" \
    --tool-args-json '{"resource":"quilts","id":"nobody"}'
done
stdio=("$node" src/selvage.mjs stdio)
inspect 'stdio, tools/list --strict' 0 -e "DATABASE_URL=$DATABASE_URL" --method tools/list --strict "${stdio[@]}"
inspect 'stdio, tool' 0 -e "DATABASE_URL=$DATABASE_URL" --method tools/call --tool-name list_my_projects "${stdio[@]}"

for mode in legacy auto; do
  status=0
  timeout 90 node test/conformance/bridge.ts \
    "$packages/mcp-remote" "$url" --protocol "$mode" >"$work/report" 2>&1 || status=$?
  report "$status" "mcp-remote --protocol $mode" "$(tail -n 1 "$work/report")"
  rm -rf "$MCP_REMOTE_CONFIG_DIR"
done
finish
