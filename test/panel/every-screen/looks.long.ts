// How every screen looks while it loads, while looks.test.ts uses one in ten.
process.env["WALK"] = "all";
await import("./looks.test.ts");
