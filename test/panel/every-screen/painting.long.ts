// What the server paints of every screen, where painting.test.ts takes one in six.
process.env["WALK"] = "all";
await import("./painting.test.ts");
