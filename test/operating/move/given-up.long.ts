// A move that is given up at each of its steps, while given-up.test.ts uses every second one; and one more kill.
process.env["WALK"] = "all";
await import("./given-up.test.ts");
