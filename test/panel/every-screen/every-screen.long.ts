// Every screen while it waits and when its calls fail, while every-screen.test.ts uses one in ten.
process.env["WALK"] = "all";
await import("./every-screen.test.ts");
