// Every script in every text field of the panel, where payloads.test.ts takes a quarter of them for each operation.
process.env["WALK"] = "all";
await import("./payloads.test.ts");
