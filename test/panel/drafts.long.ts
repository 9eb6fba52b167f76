// Every dialog with a draft, while drafts.test.ts opens every third.
process.env["WALK"] = "all";
await import("./drafts.test.ts");
