// Every dialog with a draft, where drafts.test.ts opens every third.
process.env["WALK"] = "all";
await import("./drafts.test.ts");
