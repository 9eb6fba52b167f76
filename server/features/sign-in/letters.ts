type Letter = { subject: string; text: string };

export function resetLetter(name: string, url: string): Letter {
  return {
    subject: "A new password for the training platform",
    text: `${greeting(name)}

somebody, most likely you, has asked for a new password. This link signs you in once, within the next hour, and lets you set one:

  ${url}

If it was not you, nothing needs to be done: your password stays as it is.
`,
  };
}

export function invitationLetter(name: string, organisation: string, url: string): Letter {
  return {
    subject: `Your account on the training platform of ${oneLine(organisation)}`,
    text: `${greeting(name)}

you have an account on the training platform of ${oneLine(organisation)}. This link signs you in once, within the next seven days, and lets you set a password:

  ${url}

If it has expired by then, the sign-in page sends you another one.
`,
  };
}

function greeting(name: string): string {
  return `Hello ${oneLine(name)},`;
}

/** Names come from outside: with lines of their own they could tell the reader anything. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
