// What the server paints of every screen, while painting.test.ts uses one in ten.
process.env["WALK"] = "all";
await import("./painting.test.ts");
