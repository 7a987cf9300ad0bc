# Tag, and digest of the index of all platforms. Change both together, as docs/operations.md describes.
ARG NODE_IMAGE=node:22.23.2-bookworm-slim@sha256:48e4b67d85f87bd551df43704e24d252f56cc5f8e9718841aace50f19948f0f9
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc* ./
COPY clients/typescript/package.json clients/typescript/
COPY packages/demo-market/package.json packages/demo-market/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/opensearch/package.json packages/opensearch/
COPY packages/search/package.json packages/search/
COPY packages/text/package.json packages/text/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY bin bin
COPY scripts scripts
COPY migrations migrations
COPY resources resources
COPY bench bench
COPY clients/typescript/tsconfig.json clients/typescript/
COPY clients/typescript/src clients/typescript/src
COPY browser browser
COPY src src
COPY packages packages
COPY texts texts
RUN npm run build && npm prune --omit=dev && rm -rf packages/*/src packages/*/test

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/package.json ./
COPY --from=build /app/packages packages
COPY bin bin
COPY migrations migrations
COPY resources resources
# Error messages refer operators to these files.
COPY SECURITY.md SECURITY.md
COPY docs/operations.md docs/operations.md
RUN install -d -o node -g node -m 0700 /data && ln -s /app/bin/fifthwheel.mjs /usr/local/bin/fifthwheel
USER node
VOLUME /data
EXPOSE 3000
# The server listens once its index is loaded; a first start fills the database before that.
HEALTHCHECK --interval=10s --timeout=3s --start-period=300s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The program itself is process 1, so that SIGTERM reaches it.
ENTRYPOINT ["fifthwheel"]
CMD ["server"]
