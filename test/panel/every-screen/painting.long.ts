// What the server paints of every screen, where painting.test.ts takes one in ten.
process.env["WALK"] = "all";
await import("./painting.test.ts");
