// Enrollments as numbered pairs: number k of a run means one pair of a person and a course, and no two numbers mean the same
// pair. The API's load and pgbench use the same sequence of pairs.

/**
 * A prime larger than any number of pairs, so that k ↦ k · stride mod pairs reaches each pair exactly once, in a scattered order.
 */
export const stride = 618_034_003;

/** The courses to use: `count` of them from place `first` on. */
export type Courses = { first: number; count: number };

export function pairOf(k: number, people: number, courses: Courses): { person: number; course: number } {
  const pair = (k * stride) % (people * courses.count);
  return { person: pair % people, course: courses.first + Math.floor(pair / people) };
}
