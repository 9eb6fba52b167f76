// How every screen looks while it comes about, where looks.test.ts takes one in ten.
process.env["WALK"] = "all";
await import("./looks.test.ts");
