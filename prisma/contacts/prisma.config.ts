import { defineConfig } from "prisma/config";

// The generator needs no engine, yet every command of Prisma's tool asks for one and would download it.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= "/bin/false";

export default defineConfig({ schema: "schema.prisma" });
