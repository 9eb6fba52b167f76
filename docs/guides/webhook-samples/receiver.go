// A receiver of webhooks that needs only Go (1.20 or newer): WEBHOOK_SECRET=whsec_… PORT=9999 go run receiver.go
package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	tolerance    = 300
	bodyMaxBytes = 1 << 20
)

// isGenuine tells whether the header was made with our secret, over exactly these bytes, within five minutes of now.
func isGenuine(secret, header string, body []byte, now int64) bool {
	t := ""
	fields := strings.Split(header, ",")
	for _, field := range fields {
		if value, found := strings.CutPrefix(field, "t="); found && t == "" {
			t = value
		}
	}
	at, err := strconv.ParseInt(t, 10, 64)
	if err != nil || at < now-tolerance || at > now+tolerance {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	for _, field := range fields {
		if value, found := strings.CutPrefix(field, "v1="); found && hmac.Equal([]byte(value), expected) {
			return true
		}
	}
	return false
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("WEBHOOK_SECRET is not set")
	}
	address := "127.0.0.1:" + cmp.Or(os.Getenv("PORT"), "9999")
	receive := func(answer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(io.LimitReader(request.Body, bodyMaxBytes))
		if err != nil || !isGenuine(secret, request.Header.Get("X-LMS-Signature"), body, time.Now().Unix()) {
			answer.WriteHeader(http.StatusBadRequest)
			return
		}
		// Store the event here, once for each `id`; answer; process it afterwards.
		fmt.Printf("received %s\n", body)
		answer.WriteHeader(http.StatusNoContent)
	}
	fmt.Println("listening on", address)
	server := http.Server{Addr: address, Handler: http.HandlerFunc(receive), ReadTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
