import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

/** Same answer for an unknown id, an id of another organisation and a text that is not an id. */
export function noSuchCertificate(): Problem {
  return notFound("No such certificate.");
}

export function noSuchFile(): Problem {
  return notFound("No file is kept with this certificate, or there is no such certificate.");
}

export const certificateIsOwn = problem("CERTIFICATE_IS_OWN", 409, "Certificate was issued here", {
  cause: "Files are kept with external evidence; a certificate that was issued here is its own evidence.",
  remedy: "Record the external evidence, and keep the file with that record.",
});

export const fileNotAsDeclared = problem("FILE_NOT_AS_DECLARED", 422, "File is not of its type", {
  cause: "The content of the file does not begin as files of the type in Content-Type do.",
  remedy: "Send a PDF, JPEG or PNG file, with its own type in Content-Type.",
});
