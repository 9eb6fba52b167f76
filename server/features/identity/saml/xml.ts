import type { Element } from "@xmldom/xmldom";
import { XmlFault, childrenOf } from "../../../platform/xml.ts";

export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
} as const;
type Namespace = keyof typeof namespaces;

export function isNamed(element: Element, namespace: Namespace, name: string): boolean {
  return element.namespaceURI === namespaces[namespace] && element.localName === name;
}

/** All children with a name. */
export function named(parent: Element, namespace: Namespace, name: string): Element[] {
  return childrenOf(parent).filter((child) => isNamed(child, namespace, name));
}

/** The only child with a name; null: there is none. Throws if there are two, because readers may use different ones. */
export function only(parent: Element, namespace: Namespace, name: string): Element | null {
  const [first = null, ...others] = named(parent, namespace, name);
  if (others.length > 0) throw new XmlFault(`${name} is there more than once`);
  return first;
}
