#!/bin/sh
# The commands inside the container: docker compose exec onus onus doctor
exec node /app/apps/server/src/cli/main.ts "$@"
