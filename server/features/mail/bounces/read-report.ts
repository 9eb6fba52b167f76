/** A message read as a delivery status notification (RFC 3464). */
export type Report = {
  /** The headers that name its recipient, which is the envelope sender of the letter that the report is about. */
  addressed: string[];
  /** The fields of each recipient in the report; empty: the message is not a report. */
  recipients: { action: string; status: string; diagnostic: string }[];
};

/** Headers in which servers name the recipient of a message. */
const headers_of_recipient = new Set(["to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to"]);
const media_types = new Set(["message/delivery-status", "message/global-delivery-status"]);
const nesting_max = 10;
const headers_max_bytes = 262_144;
const recipients_max = 50;

/** Reads a message as a mail server passes it on. Rejects if it cannot be parsed. */
export async function readReport(message: Buffer): Promise<Report> {
  // Loaded for the first report, so that the start of the process does not wait for it.
  const { default: PostalMime } = await import("postal-mime");
  const { headers, attachments } = await PostalMime.parse(message, {
    attachmentEncoding: "arraybuffer",
    maxNestingDepth: nesting_max,
    maxHeadersSize: headers_max_bytes,
  });
  return {
    addressed: headers.filter(({ key }) => headers_of_recipient.has(key)).map(({ value }) => value),
    recipients: attachments
      .filter(({ mimeType }) => media_types.has(mimeType.toLowerCase()))
      .flatMap(({ content }) =>
        recipientsIn(typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8")),
      )
      .slice(0, recipients_max),
  };
}

/**
 * RFC 3464 §2.1: groups of fields between empty lines. The first group is about the message, each other one about a recipient.
 */
function recipientsIn(text: string): Report["recipients"] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n+/)
    .map(fieldsOf)
    .filter((fields) => fields.has("final-recipient") || fields.has("original-recipient"))
    .map((fields) => ({
      action: withoutComment(fields.get("action")),
      status: fields.get("status") ?? "",
      diagnostic: (fields.get("diagnostic-code") ?? "").replace(/^\s*smtp\s*;\s*/i, ""),
    }));
}

/** The fields of a group by lower-case name, unfolded (RFC 5322 §2.2.3); of repeated fields the first counts. */
function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.replace(/\n[ \t]+/g, " ").split("\n")) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim());
  }
  return fields;
}

const withoutComment = (value = "") => value.replace(/\([^)]*\)/g, "").trim();
