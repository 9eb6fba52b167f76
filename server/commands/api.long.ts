// With the panel built by processes that are started at once, which api.test.ts leaves out.
process.env["WALK"] = "all";
await import("./api.test.ts");
