// Every screen while it waits and when its calls fail, where every-screen.test.ts takes one in ten.
process.env["WALK"] = "all";
await import("./every-screen.test.ts");
