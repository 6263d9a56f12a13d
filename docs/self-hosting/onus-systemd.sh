#!/bin/sh
# /usr/local/bin/onus beside onus.service: sudo onus doctor
# As the user of the service and with its settings; paths of files are absolute.
exec systemd-run --quiet --pty --pipe --wait --collect --uid=onus --gid=onus --property=UMask=0077 \
  --property=EnvironmentFile=-/etc/onus.env --working-directory=/opt/onus \
  --setenv=DATA_DIR=/var/lib/onus --setenv=BACKUP_DIR=/var/backups/onus \
  /opt/onus/node_modules/.bin/node apps/server/src/cli/main.ts "$@"
