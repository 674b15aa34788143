# Builds the pages with everything, and runs with what the processes need. The same image is web, worker and migrate.
FROM node:24-slim AS build
WORKDIR /crossdock
COPY package.json package-lock.json .npmrc ./
# No install scripts: they only bring a Node.js and a PostgreSQL for machines that have neither.
RUN npm ci --ignore-scripts --loglevel=error
COPY . .
# Optional packages are build tools, which others name as optional peers, and a PostgreSQL for development.
RUN node node_modules/@react-router/dev/bin.cjs build && npm prune --omit=dev --omit=optional --ignore-scripts --loglevel=error

FROM node:24-slim
WORKDIR /crossdock
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 FILES_DIR=/data/files
RUN mkdir -p /data/files && chown -R node:node /data
COPY --from=build /crossdock/package.json ./
COPY --from=build /crossdock/node_modules ./node_modules
COPY --from=build /crossdock/build ./build
COPY --from=build /crossdock/bin ./bin
COPY --from=build /crossdock/app ./app
COPY --from=build /crossdock/connectors ./connectors
COPY --from=build /crossdock/db ./db
COPY --from=build /crossdock/platform ./platform
USER node
VOLUME /data
EXPOSE 3000
# Asks the web process; compose.yaml turns it off for the others, which listen on nothing.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/crossdock.ts"]
CMD ["web"]
