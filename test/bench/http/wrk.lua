-- Sends the requests of the file $REQUESTS in turn. The last line of output is the outcome as JSON.
local requests = {}
local sent = 0

for request in io.open(os.getenv('REQUESTS'), 'rb'):read('*a'):gmatch('[^%z]+') do
  requests[#requests + 1] = request
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '\n{"rate":%f,"p50":%f,"p99":%f,"failures":%d}',
    -- A refusal costs little, so it must not count as an answer.
    (summary.requests - errors.status) / summary.duration * 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    failures
  ))
end
