import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

export const questionsInUse = problem("QUESTIONS_IN_USE", 409, "Questions in use", {
  cause: "A course draws questions from this category, and fewer would be left than it draws.",
  remedy: "Add other questions to the category first, or let the course draw fewer.",
});

export const tooManyQuestions = problem("TOO_MANY_QUESTIONS", 409, "Too many questions", {
  cause: "The question bank has as many categories, or the category as many questions, as it may have.",
  remedy: "Remove what is no longer asked, or begin another category.",
});

export const noItems = problem("COURSE_HAS_NO_ITEMS", 409, "Course has no items", {
  cause: "The course does not consist of items (any more).",
  remedy: "Open the course again: it is worked on in another way.",
});

export const itemNotOpen = problem("ITEM_NOT_OPEN", 409, "Item not open", {
  cause: "The item waits for another one, or it is done already.",
  remedy: "Open the course again, and go on with an item that is open.",
});

export const itemNotOfKind = problem("ITEM_NOT_OF_THIS_KIND", 409, "Item not of this kind", {
  cause:
    "What was read, or watched elsewhere, is finished by saying so; a video that is shown here is watched, and a quiz is answered.",
  remedy: "Open the item again and do what it asks for.",
});

export const noQuestions = problem("QUIZ_HAS_NO_QUESTIONS", 409, "Quiz has no questions", {
  cause: "The categories from which the quiz draws have no questions any more.",
  remedy: "Tell your training administrator: the course needs other questions.",
});

export const sittingHandedIn = problem("SITTING_HANDED_IN", 409, "Quiz handed in already", {
  cause: "These answers have been handed in, or the course has ended meanwhile; they count as they were.",
  remedy: "Open the course again to see how it went.",
});

export function noSuchItem(): Problem {
  return notFound("No such item.");
}

export function noSuchSitting(): Problem {
  return notFound("No such sitting.");
}
