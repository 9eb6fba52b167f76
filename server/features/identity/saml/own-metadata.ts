import { escapeHtml } from "../../../platform/http/html.ts";
import { namespaces } from "./xml.ts";

/**
 * Our metadata for a provider (SAML 2.0 Metadata §2.4.4). The same certificate is for our signed requests and for assertions that
 * the provider encrypts.
 */
export function ownMetadata({
  entity_id,
  acs_url,
  logout_url,
  certificate,
}: {
  entity_id: string;
  acs_url: string;
  logout_url: string;
  certificate: string;
}): string {
  const key = (use: string, methods = "") =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`;
  const method = (algorithm: string) => `<md:EncryptionMethod Algorithm="${algorithm}"/>`;
  const methods = [
    "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
    "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeHtml(entity_id)}">
<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
${key("signing")}
${key("encryption", methods.map(method).join(""))}
<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeHtml(logout_url)}"/>
<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeHtml(acs_url)}" index="0" isDefault="true"/>
</md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
