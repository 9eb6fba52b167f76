import { DOMParser, type Document, type Element, type Node } from "@xmldom/xmldom";

/** What is wrong with a document, as a sentence for the administrator. */
export class XmlFault extends Error {}

type Limits = {
  elements_max: number;
  /** Refuses comments, processing instructions and CDATA, which XML parsers treat differently. */
  plain: boolean;
};

const depth_max = 60;

/**
 * Parses a document from outside. A document type declaration is refused. So there are no entities except the five of XML: none
 * that expand (XML bombs), none that are fetched. A document larger or deeper than any honest one is refused before it is
 * processed.
 */
export function readXml(bytes: Uint8Array | string, { elements_max, plain }: Limits): Document {
  const text = typeof bytes === "string" ? bytes : decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new XmlFault("it has a document type (DOCTYPE)");
  if (plain && /<[!?]/.test(text.replace(/^\s*<\?xml[^<>]*\?>/, "")))
    throw new XmlFault("it has a comment, a processing instruction or CDATA");
  if (count(text, "<") > 3 * elements_max) throw new XmlFault(`it has more than ${elements_max} elements`);
  const document = parse(text);
  measure(document, elements_max);
  return document;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new XmlFault("it is not UTF-8", { cause: error });
  }
}

function parse(text: string): Document {
  const refuse = (_level: string, message: string) => {
    throw new XmlFault(`it is not well-formed XML: ${message.split("\n", 1)[0]}`);
  };
  try {
    const document = new DOMParser({ onError: refuse }).parseFromString(text, "text/xml");
    if (document.documentElement === null) throw new XmlFault("it is empty");
    return document;
  } catch (error) {
    if (error instanceof XmlFault) throw error;
    throw new XmlFault(`it is not well-formed XML: ${(error as Error).message.split("\n", 1)[0]}`, { cause: error });
  }
}

/** Limits the number and the depth of elements, without recursion. */
function measure(document: Document, elements_max: number): void {
  let elements = 0;
  const open: { node: Node; depth: number }[] = [{ node: document, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > depth_max) throw new XmlFault(`its elements stand more than ${depth_max} deep`);
    for (let child = next.node.firstChild; child !== null; child = child.nextSibling) {
      if (!isElement(child)) continue;
      elements += 1;
      if (elements > elements_max) throw new XmlFault(`it has more than ${elements_max} elements`);
      open.push({ node: child, depth: next.depth + 1 });
    }
  }
}

function count(text: string, letter: string): number {
  let found = 0;
  for (let at = text.indexOf(letter); at !== -1; at = text.indexOf(letter, at + 1)) found += 1;
  return found;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function childrenOf(parent: Element): Element[] {
  const children: Element[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) if (isElement(child)) children.push(child);
  return children;
}

/** All elements of a document, in document order. */
export function elementsOf(document: Document): Element[] {
  return [...document.getElementsByTagName("*")];
}

/** The text of an element that contains nothing but text. */
export function textOf(element: Element): string {
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType !== 3) throw new XmlFault(`${element.localName} holds more than text`);
  return (element.textContent ?? "").trim();
}
