import { problem } from "../../platform/http/problem.ts";

export const attributeExists = problem("ATTRIBUTE_EXISTS", 409, "Attribute exists", {
  cause: "The organisation has an attribute of this key.",
  remedy: "Use that one, or choose another key.",
});
export const attributeInUse = problem("ATTRIBUTE_IN_USE", 409, "Attribute in use", {
  cause: "People have values of the attribute, or rules or groups ask for it.",
  remedy: "Take it out of rules and groups and empty it for all people first.",
});
export const logoNotUsable = problem("LOGO_NOT_USABLE", 422, "Logo cannot be used", {
  cause:
    "The file is no PNG, is damaged, has a width or height outside of 16 to 1,024 pixels, more than 8 bits a sample, or is interlaced.",
  remedy: "Save the logo as an ordinary PNG of that size.",
});
