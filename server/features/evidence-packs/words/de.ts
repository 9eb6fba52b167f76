import type { Words } from "./words-of.ts";

export const german: Words = {
  matrix: "Compliance-Matrix",
  as_of: (day, instant) => `Stand am Ende des ${day} oder im Moment der Anforderung, wenn dieser früher lag: ${instant}.`,
  from: (day) => `Zertifikate, Versuche und Audit-Einträge seit ${day}.`,
  empty_cell: "Eine leere Zelle: Der Kurs wurde von der Person nicht verlangt.",
  number: "Personalnummer",
  name: "Name",
  department: "Abteilung oder Firma",
  out_of_scope: "damals nicht im Umfang",
  verify: {
    title: "So prüfen Sie dieses Nachweispaket",
    intro: (organisation, as_of, made_at) =>
      `Schulungsnachweise von ${organisation}, Stand ${as_of}, erstellt ${made_at}. Alles Folgende geschieht mit Werkzeugen, die Sie haben: Weder ein Konto noch eine Verbindung zum Dienst ist nötig.`,
    trial: "Es stammt aus einer Sandbox, in der Organisationen das System ausprobieren: Es weist nichts nach.",
    needs: "unzip, sha256sum (unter macOS: shasum -a 256) und openssl 1.1 oder neuer.",
    steps: {
      unpack: {
        title: "Entpacken Sie das Archiv in einen leeren Ordner und wechseln Sie dorthin",
        text: "Jeder Befehl unten wird in diesem Ordner ausgeführt.",
      },
      sums: {
        title: "Keine Datei wurde geändert",
        text: "Jede Zeile endet mit OK und der Befehl mit Status 0. Eine geänderte Datei wird mit FAILED genannt; eine fehlende ebenfalls.",
      },
      signature: {
        title: "Die Dateiliste stammt von der Organisation",
        text: "Es erscheint „Verified OK“. Alles andere: Die Liste wurde geändert oder mit einem anderen Schlüssel signiert.",
      },
      key: {
        title: "Der Schlüssel gehört der Organisation",
        text: "Vergleichen Sie die Ausgabe des Befehls mit dem Fingerabdruck, den Ihnen die Organisation auf einem anderen Weg als diesem Archiv nennt: Ihre Administratoren sehen ihn dort, wo sie Pakete anfordern.",
      },
      complete: {
        title: "Keine Datei wurde hinzugefügt",
        text: "Es wird nichts ausgegeben. Genannte Dateien gehören nicht zu dem, was signiert wurde.",
      },
    },
    fingerprint: "Der Fingerabdruck des Schlüssels, mit dem dieses Paket signiert wurde:",
    files: "Was darin ist",
    file: {
      matrix: "wer in welchem Kurs wo stand, zu jenem Zeitpunkt",
      explanations: "warum, für jede Person und jeden Kurs, nach dem Wissen jenes Zeitpunkts",
      certificates: "Zertifikate, die in dem Zeitraum gültig waren; jedes liegt gedruckt im Ordner seiner Person",
      attempts: "Versuche, die in dem Zeitraum endeten, mit ihren Ergebnissen",
      people:
        "ein Ordner je Person: record.json, certificates.pdf und die Dateien, die mit externen Nachweisen aufbewahrt werden oder von Firmen eingereicht und angenommen wurden, so wie sie hochgeladen wurden",
      audit:
        "Einträge des Audit-Protokolls über diese Personen, ihre Zuweisungen und Zertifikate, mit Nummer und Hash jedes Siegels, und das Ende der Kette des Protokolls in jenem Moment",
      manifest: "wer was angefordert hat und wann es erstellt wurde",
      sums: "der SHA-256 jeder anderen Datei, die Signatur der Organisation über diese Liste und ihr öffentlicher Schlüssel",
    },
    limits: "Was dies beweist und was nicht",
    limit: {
      records:
        "Matrix und Erklärungen sind die jenes Zeitpunkts. Zuweisungen und Zertifikate stehen so da, wie sie bei der Erstellung des Pakets bekannt waren: Was seitdem widerrufen wurde, ist als widerrufen gekennzeichnet.",
      seals:
        "Die Siegel des Audit-Protokolls entstehen mit einem Schlüssel, den nur der Betreiber des Dienstes hat; niemand sonst kann sie berechnen. Sie binden die Organisation: Dieselbe Nummer muss in jedem späteren Paket und in dem, was der Betreiber mit „muster audit verify“ prüft, denselben Hash haben.",
      links:
        "Jedes Zertifikat zeigt eine Adresse, unter der sich sein heutiger Status nachsehen lässt. Das ist das Einzige hier, was den Dienst fragt.",
    },
  },
};
