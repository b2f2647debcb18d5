/**
 * Every clause of the contract and of the decisions, word for word as in docs/, so that none can be dropped or
 * softened unnoticed. Tests cite the ids in square brackets in their titles; `project/coverage.test.ts` fails on
 * a clause that no test cites.
 */
export const REQUIREMENTS = {
  // docs/contract.md
  '§1.create':
    'The only writes create an empty project or an empty block, and both answer a `url` that opens the new item.',
  '§1.ownership':
    'Lists and gets return only what the caller owns. For projects, this includes those that the caller is a member of.',
  '§1.privacy':
    'The probe returns no e-mail address or other profile data, and the project list says nothing about other people.',
  '§1.parity': 'MCP tools use the handlers and the ownership rules of the REST operations.',
  '§1.companions':
    '`/llms.txt`, `/.well-known/api-catalog`, `/.well-known/oauth-protected-resource` and `/api/v1/arazzo.yaml` (with the workflows create-project, start-block and start-design) describe the service to programs.',
  '§1.envelope':
    'Every JSON answer is `{ success: true, data }` or `{ success: false, error: { code, message, retryAfter? } }`, with no other members.',
  '§2.ids': 'Ids are opaque text. Every `url` and every member whose name ends in `Url` is an absolute URL.',
  '§2.1': 'A project in a list has `id`, `name` and `url`, and may have `archived`.',
  '§2.2.summary':
    'A summary has `id`, `name` and `url`, and may have `width`, `height`, `gridRows`, `gridCols`, `blockSize`, `shapeCount`, `projectId`, `colorHex`, `layoutMode`, `tags` and `archived`.',
  '§2.2.detail': 'A detail also may have `description`, `geometry` and `geometryStatus`.',
  '§2.2.untrusted':
    "The answer with a detail says in `untrustedContent` that the item's text is written by users and must not be trusted.",
  '§2.2.geometry':
    '`geometry` is an outline of the pieces for reference: bounded in size, without media and long text.',
  '§2.3':
    'A fabric has `id`, `name`, `manufacturer`, `collection` and `libraryUrl`, and may have `sku`, `colorHex` and `thumbnailUrl`.',
  '§2.4': 'An entry has `slug`, `name`, `summary` and `guideUrl`, and may have `bestFor` and `priceRange`.',
  '§2.4.retailers': 'Entries for fabric brands may have `retailers`, each with `name` and `url`.',
  '§2.4.categories':
    'The categories are `fabric-brands`, `fabric-types`, `batting-materials`, `batting-brands`, `precuts`, `rotary-cutters`, `rulers`, `cutting-mats`, `quilting-machines` and `machine-brands`.',
  '§2.5':
    'A new block belongs to the caller and has no pieces. A new project belongs to the caller and has no blocks, quilts or fabrics.',
  '§3': '`archived` is the only state, and no operation changes it.',
  '§4': 'The twelve operations have the methods, paths, names and authentication of the table. All bodies are `application/json`.',
  '§4.1':
    'The probe verifies a token: it answers `authenticated` and may answer `userId`, the id at the identity provider. It takes no parameters.',
  '§4.2.query': '`query` (optional) has 1 to 100 characters.',
  '§4.2.filters': '`manufacturer` and `collection` (optional) have 1 to 120 characters each.',
  '§4.2.limit': '`limit` (optional) is 1 to 25.',
  '§4.2.cursor': '`cursor` (optional) has at most 4096 characters.',
  '§4.2.data':
    'The answer has `fabrics`, `cursor` (text or null), `truncated` and `libraryUrl`, with at most 25 fabrics.',
  '§4.2.match': 'The query is matched against name, collection and manufacturer, in the shared catalog only.',
  '§4.3.category': '`category` (required) is one of the ten categories; a call takes exactly one.',
  '§4.3.query': '`query` (optional) has 1 to 100 characters.',
  '§4.3.limit': '`limit` (optional) is 1 to 25.',
  '§4.3.data': 'The answer has `category`, `items`, `totalMatching` and `truncated`, and no cursor.',
  '§4.4.query': '`query` (optional) has 1 to 100 characters and is matched against the name.',
  '§4.4.limit': '`limit` (optional) is 1 to 50.',
  '§4.4.cursor': '`cursor` (optional) has at most 4096 characters.',
  '§4.4.data': 'The answer has `projects`, `cursor`, `truncated` and `projectsUrl`.',
  '§4.5.name': '`name` (required) has 1 to 120 characters.',
  '§4.5.description': '`description` (optional) has at most 1000 characters.',
  '§4.5.key': 'The header `Idempotency-Key` (optional) has at most 200 characters.',
  '§4.5.data': 'The answer is 201 with `projectId`, `name`, `url` and `projectsUrl`.',
  '§4.5.replay':
    'A repeated request can create another project: clients must not retry blindly after a time-out.',
  '§4.6.resource':
    '`resource` (required) is `blocks`, `quilts`, `swatches` or `patterns`; a call lists exactly one kind.',
  '§4.6.project':
    '`projectId` (optional) has 1 to 100 characters and limits the list to one project that the caller belongs to.',
  '§4.6.query': '`query` (optional) has 1 to 100 characters and is matched against the name.',
  '§4.6.limit': '`limit` (optional) is 1 to 50.',
  '§4.6.cursor': '`cursor` (optional) has at most 4096 characters.',
  '§4.6.data':
    "The answer has `resource`, `assets`, `cursor` and `truncated`, with the caller's own items only.",
  '§4.7':
    'These list with `resource` fixed, so they have no parameter `resource`. Everything else is as in §4.6.',
  '§4.8.resource': '`resource` is `blocks`, `quilts`, `swatches` or `patterns`.',
  '§4.8.id': '`id` has 1 to 100 characters.',
  '§4.8.includeGeometry':
    '`includeGeometry` (optional) is `true` or `false`, and adds the outline when true.',
  '§4.8.data': "The answer has `resource`, `asset`, `url` (the editor's) and `untrustedContent`.",
  '§4.9': 'These get with `resource` fixed. Everything else is as in §4.8.',
  '§4.10.name': '`name` (required) has 1 to 120 characters.',
  '§4.10.size':
    '`finishedWidthInches` and `finishedHeightInches` (required) are 0.25 to 240 each, before seam allowances.',
  '§4.10.key': 'The header `Idempotency-Key` (optional) has at most 200 characters.',
  '§4.10.data': "The answer is 201 with `blockId`, `name`, `url` (the editor's) and both sizes.",
  '§4.10.replay':
    'A repeated request can create another block: clients must not retry blindly after a time-out.',
  '§4.11.tools':
    'The tools of the table are served over remote HTTP MCP at `{base_url}/mcp`. The probe has no tool.',
  '§4.11.access': 'Public tools work without an account; all others need authorization.',
  '§5.1':
    'REST and MCP accept the same OAuth 2.1 access tokens, which an external identity provider issues. There are no API keys.',
  '§5.2':
    "Clients discover: from the protected-resource metadata to the authorization server's metadata, and from there to the endpoints and the resource identifier.",
  '§5.3':
    "The service's own route for authorization-server metadata is GET-only, and is not a token endpoint.",
  '§5.4': 'Requests carry `Authorization: Bearer <token>`.',
  '§5.5': 'Fabrics and supplies work without credentials. All other operations need them.',
  '§5.6':
    'A missing or invalid token on a protected operation is 401, also when a valid browser session is present.',
  '§5.7': 'A 401 carries `WWW-Authenticate` with the URL `resource_metadata`.',
  '§5.8':
    'Browser clients of the same origin may use a session cookie. Writes check that a supplied `Origin` and `Referer` are allowed; reads and requests with a token skip the check.',
  '§5.9': 'The probe of §4.1 is how a client checks its credentials.',
  '§7.400': 'Arguments that violate a bound are 400, on every operation.',
  '§7.401': 'Missing or invalid credentials are 401, on protected operations only.',
  '§7.429': 'A caller over a rate limit gets 429, on every operation.',
  '§7.503': 'A disabled API and an unavailable catalog are 503.',
  '§7.status': 'Reads answer 200, the two creates answer 201.',
  '§8.cursor': 'A cursor is valid only with the filters that produced it.',
  '§8.geometry': 'The size of `geometry` is bounded.',
  '§9.path': 'The version is part of the path, `/api/v1`, and the published description has version 1.0.0.',
  '§9.key': '`Idempotency-Key` is reserved and has no effect.',
  // docs/decisions.md
  'D1.1':
    'The project is called Selvage, after the edge of the cloth that carries the maker, the collection and the colour dots.',
  'D1.2': 'The npm package and the command are both called `selvage`.',
  'D2.1': 'All lengths are finished inches, without seam allowance.',
  'D2.2': '`retryAfter` is whole seconds and always equals the `Retry-After` header.',
  'D3.1':
    'Ids of items are opaque: a prefix (`prj_`, `blk_`, `qlt_`, `swt_`, `pat_`) and at least 22 URL-safe characters.',
  'D3.2':
    'The id of a fabric is `fab_` and a hash of its manufacturer, collection, name and SKU, so loading the data again never changes an id.',
  'D4.1': 'A list without `limit` has pages of 25: fabrics, supplies, projects and items alike.',
  'D5.1': 'Projects and items are listed newest first: by creation time, then by id. Neither ever changes.',
  'D5.2': 'Fabrics without a query are ordered by manufacturer, collection, name and id.',
  'D5.3': 'Supplies keep the editorial order of their data file.',
  'D6.1': 'On lists with a cursor, `truncated` is true exactly when `cursor` is not null.',
  'D6.2': 'On supplies, `truncated` is true exactly when `totalMatching` is larger than the number of items.',
  'D6.3':
    'A cursor is good for a day. An older one is `invalid_cursor`, and the message says that it is too old.',
  'D7.1': 'Archived items are listed, with `archived: true`.',
  'D7.2': 'An optional field without a value is left out. It is never `null` and never empty text.',
  'D8.1': 'Lengths are counted in Unicode code points, as JSON Schema counts them, not in UTF-16 units.',
  'D8.2': 'NUL and lone surrogates are invalid arguments.',
  'D8.3': 'Names are stored as they were sent: not trimmed and not normalised.',
  'D9.1':
    'The codes with status 400 are `invalid_argument` (the message names the field and the bound), `invalid_json`, `invalid_cursor` and `invalid_request` (two credentials, or a request that is no HTTP).',
  'D9.2': 'The codes with status 401 are `unauthorized` (no credentials) and `invalid_token`.',
  'D9.3': 'The codes with status 403 are `insufficient_scope` and `origin_not_allowed`.',
  'D9.4':
    '404 is `not_found`, 413 is `payload_too_large`, 415 is `unsupported_media_type` and 500 is `internal_error`.',
  'D9.5': '405 is `method_not_allowed`, with an `Allow` header.',
  'D9.6': '429 is `rate_limited`, with `retryAfter`.',
  'D9.7': '503 is `api_disabled` or `catalog_unavailable`.',
  'D9.8': '503 is `auth_unavailable`, with `retryAfter`, while the identity provider cannot be asked.',
  'D9.9':
    '503 is `accounts_unavailable`, with `retryAfter`, on protected operations only, while the store of accounts does not answer. Searches go on.',
  'D9.10': '503 is `overloaded`, with `retryAfter`, while the server has more work than it can do.',
  'D9.11':
    'Every JSON answer under `/api/v1` is an envelope, also for unknown paths, for requests that the HTTP parser refuses, and after a crash in a handler.',
  'D9.12': 'A message never carries SQL, a stack, a path of the machine or text of a third party.',
  'D10.1':
    "An unknown id, another person's item and an id of another resource give one identical 404 `not_found`.",
  'D10.2':
    'On MCP, the hint says what the prefix of the id tells (an id that begins with `blk_` is a block: ask with `resource: blocks`). It is the same whether the item exists or not.',
  'D10.3':
    'A `projectId` filter that is unknown, or whose project the caller does not belong to, gives 200 with an empty page.',
  'D11.1':
    'A request is checked in this order: HTTP syntax, path (404), method (405), kill switch (503), IP rate limit, authentication (401, 403), origin (403), user rate limit, type and size of the body (415, 413), arguments (400). Then the handler runs.',
  'D12.1': 'REST ignores unknown query parameters and unknown body members.',
  'D12.2':
    'MCP refuses an unknown argument with a result that names the valid ones, the nearest first. Input schemas have `additionalProperties: false`.',
  'D12.3':
    'A `projectId` given to `create_block_stub` is answered that blocks are placed into a project in the editor.',
  'D12.4': 'A known query parameter that is given twice is 400.',
  'D12.5':
    'Integers in a query are canonical decimals: `05`, `1e1`, `+5`, ` 5`, `25.0` and empty text are 400.',
  'D12.6': 'Empty text, as in `query=`, is 400.',
  'D12.7': 'Booleans are exactly `true` or `false`.',
  'D12.8': 'Percent-decoding is strict: `%zz` and `%FF` are 400.',
  'D12.9':
    'On MCP, numbers and booleans sent as text are read as what they say, and `null` counts as absent where a field is optional.',
  'D13.1': 'Every GET also answers HEAD.',
  'D13.2': 'OPTIONS answers `Allow`.',
  'D13.3':
    'CORS preflights are answered for every origin, without credentials, on public and protected routes.',
  'D13.4': 'REST ignores `Accept`.',
  'D13.5': 'A POST must have `Content-Type: application/json`; anything else is 415.',
  'D13.6': 'A body has at most 64 KiB; a larger one is 413.',
  'D14.1': 'Case, accents, apostrophes and punctuation make no difference.',
  'D14.2':
    'Words with two accepted spellings are equal (`gray` and `grey`, `color` and `colour`), and so are common misspellings of colour words (`fuschia` for `fuchsia`, `turqoise` for `turquoise`).',
  'D14.3': 'The abbreviations `lt`, `med` and `dk` equal `light`, `medium` and `dark`.',
  'D14.4':
    "Every word of the query must occur in the fabric's name, collection or manufacturer, in any order and across the fields.",
  'D14.5':
    'A word of three characters or more matches anywhere inside a word (`berry` finds Blueberry); a shorter one matches the beginning of a word.',
  'D14.6': 'Two neighbouring words of a field also match written together (`offwhite`, `dragonfruit`).',
  'D15.1':
    "If the query as a whole is a fabric's SKU, that fabric comes first. Separators do not count, and it must have at least one digit.",
  'D15.2':
    'Then come: the exact name, collections that begin with the query, names that begin with it, names with all its words as whole words or beginnings, matches across the fields, and matches inside words.',
  'D15.3':
    'Across the fields, a hit in the collection ranks above a chance hit elsewhere: `kona` lists Kona Cotton before another maker\'s "Kona Coffee".',
  'D15.4': 'Ties are in the order of D5.',
  'D15.5': 'The order is total at every level, so a cursor never skips or repeats a fabric.',
  'D16.1':
    'A search uses the first level that finds anything. Each level allows what the earlier ones allow.',
  'D16.2':
    "Level 1: a word with a digit may be a fabric's SKU or its beginning, next to other words (`kona coral K001-1087`, `bella 9900-147`).",
  'D16.3':
    'Level 1: a word or a pair of words may be a known short name of a maker or collection (AGF, RK, RJR, FS, `moda bella`).',
  'D16.4':
    'Level 2: words that do not say which fabric is meant may be missing: solid(s), fabric(s), cotton(s), cloth, by, the, in, of, from, for, and, with, color(s), colour(s), shade, material, quilt, quilting, yard(s), yardage, fat quarter, fq, bolt, near, nearest, closest, to, like, similar, match, matching.',
  'D16.5':
    "Level 3: words for a colour family (blue, green, red) or a tone (warm, cool, dark, light, pale, bright, deep, soft, muted, dusty) may be missing, if another word is found in the fabric's own name: `navy blue kona` finds Kona Navy, `warm mustard kona` finds Kona Mustard.",
  'D16.6': 'Level 3 gives no wrong answers: `kona maroon` stays empty.',
  'D16.7':
    'Level 4: words of letters may be misspelt, by one edit with 4 to 7 letters and by two edits with 8 or more. Swapping two neighbours is one edit, and the first letter may be wrong too.',
  'D16.8':
    'Level 4: a word that is common in the catalog is taken as meant, and no word for a colour family is missing.',
  'D16.9': 'Level 4: words may be joined or split elsewhere (`free spirit` is FreeSpirit).',
  'D16.10': 'If no level finds anything, the list is empty.',
  'D17.1':
    '`#RGB`, `#RRGGBB` or `rgb(r, g, b)` in a query ranks the fabrics by CIEDE2000 distance, nearest first. Punctuation around the colour means nothing.',
  'D17.2':
    'Other words and filters still filter (`navy #000080` ranks what is called navy). The words of level 2 never filter next to a colour.',
  'D17.3':
    'Six hex digits without `#` are a colour only if they include a letter and are no SKU, or if nothing else is found.',
  'D17.4': 'Fabrics without `colorHex` are left out. The list is not cut off at any distance.',
  'D17.5':
    'With two to five colours, each fabric belongs to the colour that it is nearest to. The list takes the nearest of each colour in the order asked, then the second nearest of each, and so on.',
  'D18.1':
    '`manufacturer` and `collection` match folded text: the whole value first, then the beginning of a word.',
  'D18.2':
    'Known short names match too (moda is Moda Fabrics, AGF is Art Gallery Fabrics, kona is Kona Cotton).',
  'D18.3':
    'Filters forgive like levels 2 and 4 of D16 (`Robert Kaufman Fabrics`, `Free Spirit`, `Kona Cotton Solids`, `Robert Kauffman`).',
  'D18.4': 'A value that nothing resembles gives an empty list, not an error.',
  'D19.1': 'A supplies query uses the same folding and the same levels, over name, summary and bestFor.',
  'D19.2': 'Singular and plural are equal.',
  'D19.3':
    'Sizes and units are equal however they are written: `24x36`, `24 x 36` and `24" x 36"`; `45mm` and `45 mm`.',
  'D20.1': 'Blocks have width, height, gridRows, gridCols and shapeCount, which is 0 for an empty block.',
  'D20.2': 'Quilts have width, height, gridRows, gridCols, blockSize and layoutMode.',
  'D20.3': 'Swatches have colorHex.',
  'D20.4': 'Patterns have width, height, gridRows, gridCols, blockSize and layoutMode.',
  'D20.5': 'All items have projectId, tags and archived when these are set.',
  'D20.6': '`layoutMode` is grid, sashing, on-point, strip, medallion or freeform.',
  'D21.1':
    'Geometry is a `quilt-outline/1`: palette slots and polygons in finished inches, with the origin at the top left and y pointing down. It has no media, no ids of fabrics, no names and no text.',
  'D21.2':
    'It has at most 200 shapes, 24 points a shape, 24 slots, 16 different blocks, 400 placements and 16,384 bytes of JSON.',
  'D21.3':
    'An outline that is cut short keeps whole shapes, in a stable order, and `counts` keeps the true totals.',
  'D21.4':
    '`geometryStatus` is there only with `includeGeometry`: `complete`, `truncated`, `empty` or `unavailable`.',
  'D21.5': 'A design that is missing or corrupt is `unavailable`, never a 500.',
  'D22.1': 'A member of a project sees it in the list and may pass it as `projectId`.',
  'D22.2': 'A member sees only their own items in a shared project.',
  'D23.1':
    'Bidirectional overrides, Unicode tag characters and control characters are removed from user-written text on the way out.',
  'D23.2': '`untrustedContent` is always true on the detail of an item.',
  'D23.3': 'Tool descriptions say that names and descriptions are data, not instructions.',
  'D24.1':
    '`WEB_APP_URL` (default: `BASE_URL`) is the beginning of every link: `/projects`, `/projects/{id}`, `/editor/{resource}/{id}`, `/fabrics`, `/fabrics/{manufacturer}/{collection}` and `/guides/{category}/{slug}`.',
  'D24.2': 'If `WEB_APP_URL` is left at its default, Selvage itself answers these pages.',
  'D24.3': 'Links are built from the configuration, never from `Host` or `X-Forwarded-*`.',
  'D25.1': 'The profile `rfc9068` (default) accepts access tokens of RFC 9068 only.',
  'D25.2': 'The profile `jwt` also accepts the JWTs of Auth0, Okta, Keycloak and Entra.',
  'D25.3': 'The profile `introspection` asks the provider about opaque tokens (RFC 7662).',
  'D25.4':
    'Both surfaces accept the audiences `{BASE_URL}`, `{BASE_URL}/`, `{BASE_URL}/mcp` and those configured.',
  'D26.1': 'A bad or expired token on a public REST operation is ignored.',
  'D26.2': 'On `/mcp`, any bad token is 401, also for public tools.',
  'D27.1':
    '`/.well-known/oauth-protected-resource` names the resource `{BASE_URL}`, and `/.well-known/oauth-protected-resource/mcp` names `{BASE_URL}/mcp`.',
  'D27.2': 'Each 401 points at the document of its own surface.',
  'D28.1': 'If no usable credentials came, the challenge is `Bearer resource_metadata="…"` without `error`.',
  'D28.2': 'If the credentials were bad, it also has `error="invalid_token"` and a fixed description.',
  'D29.1': 'If the provider cannot be reached, the last good keys serve for up to 24 hours.',
  'D29.2': 'Without any good key the answer is 503 `auth_unavailable`, never 401.',
  'D29.3': 'Start-up never waits for the provider.',
  'D30.1': 'Session cookies work on REST and on web pages only, and only if `SESSION_COOKIE_NAME` is set.',
  'D30.2': 'Any `Authorization` header switches the session off.',
  'D30.3': 'On a write, every `Origin` and `Referer` that is supplied must be allowed.',
  'D30.4': 'On a write with neither, `Sec-Fetch-Site: cross-site` or `same-site` is refused.',
  'D31.1': "`/.well-known/oauth-authorization-server` is the provider's own document, unchanged.",
  'D31.2': 'It answers GET, HEAD and OPTIONS; everything else is 405.',
  'D32.1':
    'One stateless endpoint `/mcp` serves clients of protocol 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26.',
  'D32.2': 'It takes POST only; GET and DELETE are 405 before authentication.',
  'D32.3': 'Batches are refused with 400.',
  'D33.1': 'Everyone sees all seven tools.',
  'D33.2': 'A call of a protected tool without a token is HTTP 401 with a challenge, on that very POST.',
  'D33.3':
    'Clients that announce themselves as OpenAI\'s get a 200 result with `isError` and `_meta["mcp/www_authenticate"]` instead. `MCP_AUTH_CHALLENGE` chooses: auto, http or tool-result.',
  'D33.4': 'Every tool carries `securitySchemes`.',
  'D34.1':
    'A tool result has `structuredContent`, which is the REST `data`, and a first text block, which is exactly its JSON.',
  'D34.2': 'More content blocks may follow: a note (D38) and a picture (D39). Nothing depends on them.',
  'D34.3':
    'A failure is `isError: true` with the text `code: message` and a hint what to do next, without `structuredContent`.',
  'D34.4': 'Rate limits and missing items are such results with HTTP 200, not HTTP errors.',
  'D35.1':
    '`selvage stdio` serves the same seven tools over the same database, as the user `SELVAGE_USER` (default: the demo user).',
  'D35.2': 'Its standard output carries the protocol and nothing else.',
  'D36.1':
    'The limits per minute are 60 anonymous requests for each IP address, 120 requests for each signed-in user and 10 creates for each user.',
  'D36.2': 'Every anonymous message to `/mcp` counts, and tool calls count against the anonymous limit.',
  'D36.3': 'The anonymous limit is looked at before a token is verified.',
  'D36.4':
    "Networks in `RATE_LIMIT_POOLS` share one pool of 6,000 requests a minute, because hosted clients share addresses. The default is Anthropic's published egress, `160.79.104.0/21` and `2607:6bc0::/48`.",
  'D36.5':
    'A refusal is 429 with `Retry-After`, `RateLimit` and `RateLimit-Policy`; answers of the REST API carry the latter two as well.',
  'D36.6': 'Each limit can be configured, and `off` turns it off.',
  'D36.7':
    'What a client says before its first call (`initialize`, `server/discover`, `ping`, lists, `subscriptions/listen`) counts against a limit ten times as large.',
  'D36.8':
    'Everything else that is public (documents, pages, unknown paths, wrong methods) counts against a limit of that size too, of its own for each IP address. `/healthz`, `/readyz` and `OPTIONS` do not count.',
  'D36.9':
    "A page of the user's own counts for that user like a request. The pictures on it count against a limit ten times as large.",
  'D37.1':
    'Without `OAUTH_ISSUER` and outside production, `npm start` also starts a development identity provider on loopback, on the next port, with a sign-in page of one button for each demo user, `user_demo` and `user_other`.',
  'D37.2': 'In production, a missing `OAUTH_ISSUER` refuses to start.',
  'D37.3': 'Issuers with `http:` are accepted on loopback only.',
  'D37.4': 'All problems of the configuration are reported at once, with exit code 2.',
  config:
    'Every setting is an environment variable. A value that is not usable is refused by the name of its variable, with what it must be.',
  'D38.1':
    'A note is one short text block in plain words. It is there when the answer alone would mislead, or leave the model stuck.',
  'D38.2':
    'It says how the query was read where that was not as written: corrected spellings, words left out, short names resolved.',
  'D38.3': 'It says how many fabrics match in all: exactly up to 1,000, then "more than 1,000".',
  'D38.4':
    'For a colour search it gives the CIEDE2000 distance of the first results and what it means ("4.6: clearly visible").',
  'D38.5':
    'For an empty list it names the word or filter that found nothing, and the nearest makers, collections or words that would.',
  'D38.6': 'REST has no notes.',
  'D39.1':
    '`get_asset` with `includeGeometry` adds a PNG of the block or quilt of at most 10 KB: an indexed palette, and a longest side of 512 pixels or as much smaller as it must be.',
  'D39.2': '`search_fabric_catalog` adds no picture.',
  'D39.3':
    'The same pictures are resources (`selvage://blocks/{id}.png`), because some clients drop further content blocks.',
  'D39.4': 'Clients that show MCP Apps get the views `ui://selvage/fabrics` and `ui://selvage/asset`.',
  'D40.1': "A signed-in caller's own quilts and blocks are resources: the newest 50, private.",
  'D40.2': 'Templates with completion cover the rest.',
  'D40.3': '`selvage://catalog/makers` lists makers and collections with counts.',
  'D40.4': 'The three workflows are skills.',
  'D40.5': 'The prompts are `match-palette`, `substitute-fabric` and `cutting-list`.',
  'D40.6': 'Resources and prompts read only, through the handlers of the seven tools.',
  'D41.1':
    '`geometry` carries `cutting`: for each palette slot, the different pieces with their count and finished size.',
  'D41.2': 'It is computed from all shapes, also those that the outline leaves out.',
} as const
