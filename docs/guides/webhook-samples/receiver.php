<?php
// A receiver of webhooks that needs only PHP (8.0 or newer): WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:9999 receiver.php

const TOLERANCE_S = 300;

/** Whether the header was made with our secret, over exactly these bytes, within five minutes of now. */
function is_genuine(string $secret, string $header, string $body, int $now): bool
{
    $fields = array_map(fn ($field) => explode('=', $field, 2) + ['', ''], explode(',', $header));
    $t = '';
    foreach ($fields as [$name, $value]) {
        if ($name === 't' && $t === '') $t = $value;
    }
    if (!preg_match('/^\d{1,12}$/D', $t) || abs($now - (int) $t) > TOLERANCE_S) return false;
    $expected = hash_hmac('sha256', "$t.$body", $secret);
    $genuine = false;
    foreach ($fields as [$name, $value]) {
        if ($name === 'v1' && hash_equals($expected, $value)) $genuine = true;
    }
    return $genuine;
}

$secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('WEBHOOK_SECRET is not set');
$body = file_get_contents('php://input');
if (!is_genuine($secret, $_SERVER['HTTP_X_LMS_SIGNATURE'] ?? '', $body, time())) {
    http_response_code(400);
    exit;
}
// Store the event here, once for each `id`; answer; process it afterwards.
file_put_contents('php://stderr', "received $body\n");
http_response_code(204);
