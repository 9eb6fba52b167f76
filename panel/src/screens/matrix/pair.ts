/** A person and a course whose flag is explained. */
export type Pair = { user_id: string; course_code: string; name: string | null };
