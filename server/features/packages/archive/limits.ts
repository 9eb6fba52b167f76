/** The largest upload. */
export const archive_max_bytes = 104_857_600;
/** The most entries of an archive, including folders. */
export const files_max = 5_000;
/** The largest file, unpacked. */
export const file_max_bytes = 104_857_600;
/** All files of an archive, unpacked. */
export const unpacked_max_bytes = 524_288_000;
/** The largest ratio of unpacked to packed bytes, for files above `ratio_from_bytes`. Pages of text reach a tenth of it. */
export const ratio_max = 200;
export const ratio_from_bytes = 1_048_576;
export const path_max_letters = 255;
export const manifest_max_bytes = 2_097_152;
export const manifest_elements_max = 20_000;
/** The most items of a table of contents. */
export const items_max = 200;
/** The most AUs of a cmi5 course. */
export const aus_max = 2_000;
/** The most that one session of an AU may store. */
export const session_statements_max = 5_000;
export const session_documents_max = 2_000;
