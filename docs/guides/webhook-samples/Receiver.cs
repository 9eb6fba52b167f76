// A receiver of webhooks that needs only .NET: WEBHOOK_SECRET=whsec_... PORT=9999 dotnet run Receiver.cs
// (.NET 10; with an older one, put the file into a console project of its own.)
using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;

static class Receiver
{
    const long ToleranceSeconds = 300;
    const int BodyMaxBytes = 1_048_576;

    /// <summary>Whether the header was made with our secret, over exactly these bytes, within five minutes of now.</summary>
    static bool IsGenuine(string secret, string header, byte[] body, long now)
    {
        string[] fields = (header ?? "").Split(',');
        string t = fields.Where(field => field.StartsWith("t=", StringComparison.Ordinal)).Select(field => field.Substring(2)).FirstOrDefault() ?? "";
        if (t.Length < 1 || t.Length > 12 || !t.All(letter => letter >= '0' && letter <= '9')) return false;
        if (Math.Abs(now - long.Parse(t)) > ToleranceSeconds) return false;
        byte[] expected;
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            byte[] mac = hmac.ComputeHash(Encoding.UTF8.GetBytes(t + ".").Concat(body).ToArray());
            expected = Encoding.UTF8.GetBytes(BitConverter.ToString(mac).Replace("-", "").ToLowerInvariant());
        }
        bool genuine = false;
        foreach (string field in fields.Where(field => field.StartsWith("v1=", StringComparison.Ordinal)))
        {
            genuine |= CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(field.Substring(3)), expected);
        }
        return genuine;
    }

    static int Receive(string secret, HttpListenerRequest request)
    {
        byte[] body = ReadBody(request.InputStream);
        if (!IsGenuine(secret, request.Headers["X-LMS-Signature"], body, DateTimeOffset.UtcNow.ToUnixTimeSeconds())) return 400;
        // Store the event here, once for each `id`; answer; process it afterwards.
        Console.WriteLine("received " + Encoding.UTF8.GetString(body));
        return 204;
    }

    static byte[] ReadBody(Stream stream)
    {
        var body = new MemoryStream();
        var chunk = new byte[16_384];
        for (int read; body.Length < BodyMaxBytes && (read = stream.Read(chunk, 0, chunk.Length)) > 0;) body.Write(chunk, 0, read);
        return body.ToArray();
    }

    static void Main()
    {
        string secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "";
        if (secret == "") throw new InvalidOperationException("WEBHOOK_SECRET is not set");
        string port = Environment.GetEnvironmentVariable("PORT") ?? "9999";
        var listener = new HttpListener();
        // Only these hosts are answered: add the name that a server in front passes on.
        listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
        listener.Prefixes.Add("http://localhost:" + port + "/");
        listener.Start();
        Console.WriteLine("listening on 127.0.0.1:" + port);
        while (true)
        {
            HttpListenerContext exchange = listener.GetContext();
            try
            {
                exchange.Response.StatusCode = Receive(secret, exchange.Request);
                exchange.Response.Close();
            }
            catch (Exception error) when (error is HttpListenerException || error is IOException)
            {
                Console.Error.WriteLine("a request broke off");
            }
        }
    }
}
