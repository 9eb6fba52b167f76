// A receiver of webhooks that needs only Java (17 or newer): WEBHOOK_SECRET=whsec_... PORT=9999 java Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Receiver {
  static final long TOLERANCE_S = 300;
  static final int BODY_MAX_BYTES = 1_048_576;

  /** Whether the header was made with our secret, over exactly these bytes, within five minutes of now. */
  static boolean isGenuine(String secret, String header, byte[] body, long now) throws GeneralSecurityException {
    String[] fields = header == null ? new String[0] : header.split(",");
    String t = "";
    for (String field : fields) {
      if (field.startsWith("t=") && t.isEmpty()) t = field.substring(2);
    }
    if (!t.matches("[0-9]{1,12}") || Math.abs(now - Long.parseLong(t)) > TOLERANCE_S) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    mac.update((t + ".").getBytes(UTF_8));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(UTF_8);
    boolean genuine = false;
    for (String field : fields) {
      if (field.startsWith("v1=")) genuine |= MessageDigest.isEqual(field.substring(3).getBytes(UTF_8), expected);
    }
    return genuine;
  }

  static int receive(String secret, HttpExchange exchange) throws IOException, GeneralSecurityException {
    String header = exchange.getRequestHeaders().getFirst("X-LMS-Signature");
    byte[] body = exchange.getRequestBody().readNBytes(BODY_MAX_BYTES);
    if (!isGenuine(secret, header, body, Instant.now().getEpochSecond())) return 400;
    // Store the event here, once for each `id`; answer; process it afterwards.
    System.out.println("received " + new String(body, UTF_8));
    return 204;
  }

  public static void main(String[] args) throws IOException {
    String secret = System.getenv().getOrDefault("WEBHOOK_SECRET", "");
    if (secret.isEmpty()) throw new IllegalStateException("WEBHOOK_SECRET is not set");
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "9999"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext("/", exchange -> {
      try (exchange) {
        exchange.sendResponseHeaders(receive(secret, exchange), -1);
      } catch (GeneralSecurityException error) {
        throw new IllegalStateException(error);
      }
    });
    server.start();
    System.out.println("listening on 127.0.0.1:" + port);
  }
}
