// Who is enrolled in what: number k of a run names one pair of a person and a course, and no two numbers name the same
// pair. The API's load and pgbench walk the same row of pairs by the same formula.

/** A prime beyond every number of pairs, so that k ↦ k · stride mod pairs meets each pair once, in no visible order. */
export const stride = 618_034_003;

/** Which courses are in use: `count` of them from place `first` on. */
export type Courses = { first: number; count: number };

export function pairOf(k: number, people: number, courses: Courses): { person: number; course: number } {
  const pair = (k * stride) % (people * courses.count);
  return { person: pair % people, course: courses.first + Math.floor(pair / people) };
}
