/** An upload. */
export const archive_max_bytes = 104_857_600;
/** Entries of an archive, folders included. */
export const files_max = 5_000;
/** One file, unpacked. */
export const file_max_bytes = 104_857_600;
/** All files, unpacked. */
export const unpacked_max_bytes = 524_288_000;
/** Unpacked to packed bytes of a file over `ratio_from_bytes`: pages of text reach a tenth of it. */
export const ratio_max = 200;
export const ratio_from_bytes = 1_048_576;
export const path_max_letters = 255;
export const manifest_max_bytes = 2_097_152;
export const manifest_elements_max = 20_000;
/** Items of a table of contents. */
export const items_max = 200;
/** AUs of a cmi5 course. */
export const aus_max = 2_000;
/** What one opening of an AU may store. */
export const session_statements_max = 5_000;
export const session_documents_max = 2_000;
