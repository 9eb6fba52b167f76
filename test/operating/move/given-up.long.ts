// A move that is given up at each of its steps, where given-up.test.ts takes every second one, and killed once more.
process.env["WALK"] = "all";
await import("./given-up.test.ts");
