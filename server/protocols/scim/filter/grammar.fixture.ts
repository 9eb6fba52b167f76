// An independent grammar of filters to test the parser: RFC 7644 §3.4.2.2 and §3.5.2, RFC 7643 §2.1 and RFC 8259 as rules that
// try every way to parse a text, with the deviations that parser.ts names.

/** Every position at which a match of the rule from `at` can end. */
type Rule = (text: string, at: number, seen: Map<Rule, Map<number, Set<number>>>) => Set<number>;

export function isSentence(text: string, rule: Rule): boolean {
  return rule(text, 0, new Map()).has(text.length);
}

/** A rule that matches one character of a class. */
const one =
  (pattern: RegExp): Rule =>
  (text, at) =>
    new Set(at < text.length && pattern.test(text[at]!) ? [at + 1] : []);

/** A rule that matches a word in any letter case. */
const word =
  (wanted: string): Rule =>
  (text, at) =>
    new Set(text.slice(at, at + wanted.length).toLowerCase() === wanted ? [at + wanted.length] : []);

const any = (...rules: Rule[]): Rule =>
  remembered((text, at, seen) => new Set(rules.flatMap((rule) => Array.from(rule(text, at, seen)))));

const all = (...rules: Rule[]): Rule =>
  remembered((text, at, seen) =>
    rules.reduce((ends, rule) => new Set(Array.from(ends).flatMap((end) => Array.from(rule(text, end, seen)))), new Set([at])),
  );

const maybe = (rule: Rule): Rule => any(rule, (_, at) => new Set([at]));

/** None, one or more. */
const many = (rule: Rule): Rule =>
  remembered((text, at, seen) => {
    const ends = new Set([at]);
    for (const end of ends) for (const next of rule(text, end, seen)) ends.add(next); // a set walks what is added to it
    return ends;
  });

const later =
  (rule: () => Rule): Rule =>
  (text, at, seen) =>
    rule()(text, at, seen);

function remembered(rule: Rule): Rule {
  const self: Rule = (text, at, seen) => {
    const known = seen.get(self) ?? new Map<number, Set<number>>();
    seen.set(self, known);
    const ends = known.get(at) ?? rule(text, at, seen);
    known.set(at, ends);
    return ends;
  };
  return self;
}

const alpha = one(/[A-Za-z]/);
const digit = one(/[0-9]/);
const digits = all(digit, many(digit));
const hexadecimal = one(/[0-9A-Fa-f]/);
const blanks = many(one(/ /));
const blank = all(one(/ /), blanks);

// RFC 7643 §2.1, and `$ref` of §2.4.
const attribute_name = all(maybe(one(/\$/)), alpha, many(any(alpha, digit, one(/[-_$]/))));
const uri_character = one(/[A-Za-z0-9._~%!$&'*+,;=:@/?#-]/);
// A scheme without a path is no name of a schema.
const uri = all(alpha, many(any(alpha, digit, one(/[+.-]/))), one(/:/), uri_character, many(uri_character));
const sub_attribute = all(one(/\./), attribute_name);
const attribute_path = all(maybe(all(uri, one(/:/))), attribute_name, maybe(sub_attribute));

// RFC 8259 §6 and §7.
const fraction = all(one(/\./), digits);
const exponent = all(one(/[eE]/), maybe(one(/[+-]/)), digits);
const number = all(maybe(one(/-/)), any(one(/0/), all(one(/[1-9]/), many(digit))), maybe(fraction), maybe(exponent));
const escape = all(one(/\\/), any(one(/["\\/bfnrt]/), all(one(/u/), hexadecimal, hexadecimal, hexadecimal, hexadecimal)));
const string = all(one(/"/), many(any(one(/[^"\\\u0000-\u001f]/), escape)), one(/"/));
const value = any(word("true"), word("false"), word("null"), number, string);

const operator = any(...["eq", "ne", "co", "sw", "ew", "gt", "lt", "ge", "le"].map(word));
const condition = any(all(attribute_path, blank, word("pr")), all(attribute_path, blank, operator, blank, value));
const grouped = (inner: Rule) => all(maybe(all(word("not"), blanks)), one(/\(/), blanks, inner, blanks, one(/\)/));
const chained = (term: Rule) => all(term, many(all(blank, any(word("and"), word("or")), blank, term)));

const element_filter: Rule = chained(any(condition, grouped(later(() => element_filter))));
const value_path = all(attribute_path, one(/\[/), blanks, element_filter, blanks, one(/\]/));
const filter: Rule = chained(any(condition, value_path, grouped(later(() => filter))));

export const filter_text = all(blanks, filter, blanks);
export const path_text = all(blanks, any(attribute_path, all(value_path, maybe(sub_attribute))), blanks);
