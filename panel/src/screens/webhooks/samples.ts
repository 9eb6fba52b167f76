/** How a receiver verifies X-LMS-Signature. `SECRET` is the text of the whole secret_token. */
const samples = {
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";

export function verify(rawBody, header, secret) {
  const t = /(?:^|,)t=(\\d+)/.exec(header)?.[1];
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const expected = createHmac("sha256", secret).update(\`\${t}.\`).update(rawBody).digest();
  return [...header.matchAll(/v1=([0-9a-f]{64})/g)]
    .some(([, hex]) => timingSafeEqual(Buffer.from(hex, "hex"), expected));
}`,
  Python: `import hashlib, hmac, re, time

def verify(raw_body: bytes, header: str, secret: str) -> bool:
    t = re.search(r"(?:^|,)t=(\\d+)", header)
    if not t or abs(time.time() - int(t[1])) > 300:
        return False
    expected = hmac.new(secret.encode(), f"{t[1]}.".encode() + raw_body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(v, expected) for v in re.findall(r"v1=([0-9a-f]{64})", header))`,
  "C#": `static bool Verify(byte[] rawBody, string header, string secret) {
    var t = Regex.Match(header, @"(?:^|,)t=(\\d+)").Groups[1].Value;
    if (t == "" || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(t)) > 300) return false;
    var signed = Encoding.UTF8.GetBytes(t + ".").Concat(rawBody).ToArray();
    var expected = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
    return Regex.Matches(header, "v1=([0-9a-f]{64})")
        .Any(m => CryptographicOperations.FixedTimeEquals(Convert.FromHexString(m.Groups[1].Value), expected));
}`,
  Java: `static boolean verify(byte[] rawBody, String header, String secret) throws GeneralSecurityException {
    var t = Pattern.compile("(?:^|,)t=(\\\\d+)").matcher(header);
    if (!t.find() || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(t.group(1))) > 300) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    mac.update((t.group(1) + ".").getBytes(UTF_8));
    var expected = mac.doFinal(rawBody);
    return Pattern.compile("v1=([0-9a-f]{64})").matcher(header).results()
        .anyMatch(m -> MessageDigest.isEqual(HexFormat.of().parseHex(m.group(1)), expected));
}`,
  Go: `func Verify(rawBody []byte, header, secret string) bool {
	t := regexp.MustCompile(\`(?:^|,)t=(\\d+)\`).FindStringSubmatch(header)
	if t == nil {
		return false
	}
	at, _ := strconv.ParseInt(t[1], 10, 64)
	if age := time.Now().Unix() - at; age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t[1] + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	for _, m := range regexp.MustCompile(\`v1=([0-9a-f]{64})\`).FindAllStringSubmatch(header, -1) {
		if given, err := hex.DecodeString(m[1]); err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}`,
  PHP: `function verify(string $rawBody, string $header, string $secret): bool {
    if (!preg_match('/(?:^|,)t=(\\d+)/', $header, $t) || abs(time() - (int) $t[1]) > 300) return false;
    $expected = hash_hmac('sha256', $t[1] . '.' . $rawBody, $secret);
    preg_match_all('/v1=([0-9a-f]{64})/', $header, $given);
    foreach ($given[1] as $one) if (hash_equals($expected, $one)) return true;
    return false;
}`,
} as const;

export type Language = keyof typeof samples;
export const languages = Object.keys(samples) as Language[];

export function sampleIn(language: Language): string {
  return samples[language];
}
