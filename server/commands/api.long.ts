// Runs api.test.ts with its slow tests: the panel is built by several processes that start at the same time.
process.env["WALK"] = "all";
await import("./api.test.ts");
