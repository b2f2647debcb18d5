npx esbuild prof.ts --bundle --packages=external --format=esm --platform=node --target=node20 --outfile=var/bench/prof.mjs --log-level=error && node var/bench/prof.mjs "$@"
