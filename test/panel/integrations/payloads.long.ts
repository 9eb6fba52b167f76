// Every script in every text field of the panel, while payloads.test.ts uses a quarter of them for each operation.
process.env["WALK"] = "all";
await import("./payloads.test.ts");
