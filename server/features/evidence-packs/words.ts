// What the pages of a pack say, in every language.
import type { Language } from "../../platform/languages.ts";
import type { Flag } from "../compliance/flag/status.ts";

type Words = {
  matrix: string;
  as_of: (day: string, instant: string) => string;
  from: (day: string) => string;
  empty_cell: string;
  number: string;
  name: string;
  department: string;
  out_of_scope: string;
  flag: Record<Flag, string>;
  verify: {
    title: string;
    intro: (organisation: string, as_of: string, made_at: string) => string;
    trial: string;
    needs: string;
    steps: Record<"unpack" | "sums" | "signature" | "key" | "complete", { title: string; text: string }>;
    fingerprint: string;
    files: string;
    file: Record<"matrix" | "explanations" | "certificates" | "attempts" | "people" | "audit" | "manifest" | "sums", string>;
    limits: string;
    limit: Record<"records" | "seals" | "links", string>;
  };
};

export const words: Record<Language, Words> = {
  en: {
    matrix: "Compliance matrix",
    as_of: (day, instant) => `As of the end of ${day}, or the moment of the order where that came first: ${instant}.`,
    from: (day) => `Certificates, attempts and audit entries since ${day}.`,
    empty_cell: "An empty cell: the course was not required of the person.",
    number: "Employee number",
    name: "Name",
    department: "Department or company",
    out_of_scope: "not in scope then",
    flag: {
      COMPLIANT: "Compliant",
      EXPIRING_SOON: "Expiring soon",
      OVERDUE: "Overdue",
      IN_PROGRESS: "In progress",
      PENDING: "Pending",
    },
    verify: {
      title: "How to verify this evidence pack",
      intro: (organisation, as_of, made_at) =>
        `Training evidence of ${organisation} as of ${as_of}, made at ${made_at}. Everything below is done with tools that you have: neither an account nor a connection to the service is needed.`,
      trial: "It comes from a sandbox, in which organisations try things out: it proves nothing.",
      needs: "unzip, sha256sum (on macOS: shasum -a 256) and openssl 1.1 or newer.",
      steps: {
        unpack: {
          title: "Unpack the archive into an empty folder, and go there",
          text: "Every command below is run in that folder.",
        },
        sums: {
          title: "No file was changed",
          text: "Each line ends with OK, and the command with status 0. A file that was changed is named with FAILED; one that is missing is named, too.",
        },
        signature: {
          title: "The list of files is the organisation's",
          text: "It says “Verified OK”. Anything else: the list was changed, or signed with another key.",
        },
        key: {
          title: "The key is the organisation's",
          text: "Compare what the command says with the fingerprint that the organisation gives you by another way than this archive: its administrators see it where they order packs.",
        },
        complete: {
          title: "No file was added",
          text: "It prints nothing. Files that it names are not part of what was signed.",
        },
      },
      fingerprint: "The fingerprint of the key with which this pack was signed:",
      files: "What is in it",
      file: {
        matrix: "who stood where in which course, at that instant",
        explanations: "why, for each person and course, as it was known at that instant",
        certificates: "certificates that were in force in the period; each is printed in its person's folder",
        attempts: "attempts at courses that ended in the period, with their results",
        people:
          "a folder for each person: record.json, certificates.pdf, and files kept with evidence from elsewhere, as they were uploaded",
        audit:
          "entries of the audit log about these people, their enrollments and certificates, with the number and hash of each seal, and the end of the log's chain at that moment",
        manifest: "who ordered what, and when it was made",
        sums: "the SHA-256 of every other file, the organisation's signature of that list, and its public key",
      },
      limits: "What this proves, and what not",
      limit: {
        records:
          "The matrix and the explanations are those of the instant. Enrollments and certificates are shown as they were known when the pack was made: what was revoked since is shown as revoked.",
        seals:
          "The seals of the audit log are made with a key that only the operator of the service has, so nobody else can compute them. They bind the organisation: the same number must have the same hash in every later pack, and in what the operator verifies with “muster audit verify”.",
        links:
          "Each certificate shows an address where its status of today can be looked up. That is the one thing here that asks the service.",
      },
    },
  },
  pl: {
    matrix: "Macierz zgodności",
    as_of: (day, instant) => `Stan na koniec dnia ${day} albo na chwilę zlecenia, jeśli była wcześniejsza: ${instant}.`,
    from: (day) => `Certyfikaty, podejścia i wpisy dziennika od ${day}.`,
    empty_cell: "Pusta komórka: kurs nie był od tej osoby wymagany.",
    number: "Numer pracownika",
    name: "Nazwisko",
    department: "Dział lub firma",
    out_of_scope: "wtedy poza zakresem",
    flag: {
      COMPLIANT: "Zgodne",
      EXPIRING_SOON: "Wkrótce wygaśnie",
      OVERDUE: "Po terminie",
      IN_PROGRESS: "W trakcie",
      PENDING: "Oczekuje",
    },
    verify: {
      title: "Jak sprawdzić ten pakiet zaświadczeń",
      intro: (organisation, as_of, made_at) =>
        `Zaświadczenia o szkoleniach organizacji ${organisation}, stan na ${as_of}, pakiet z ${made_at}. Wszystko poniżej robi się narzędziami, które są pod ręką: nie trzeba ani konta, ani połączenia z usługą.`,
      trial: "Pochodzi ze środowiska testowego, w którym organizacje wypróbowują działanie systemu: niczego nie potwierdza.",
      needs: "unzip, sha256sum (w macOS: shasum -a 256) i openssl w wersji 1.1 lub nowszej.",
      steps: {
        unpack: {
          title: "Rozpakuj archiwum do pustego katalogu i przejdź do niego",
          text: "Każde z poniższych poleceń działa w tym katalogu.",
        },
        sums: {
          title: "Żaden plik nie został zmieniony",
          text: "Każdy wiersz kończy się słowem OK, a polecenie statusem 0. Zmieniony plik ma obok FAILED; brakujący też jest wymieniony.",
        },
        signature: {
          title: "Lista plików pochodzi od organizacji",
          text: "Pojawia się „Verified OK”. Cokolwiek innego: lista została zmieniona albo podpisana innym kluczem.",
        },
        key: {
          title: "Klucz należy do organizacji",
          text: "Porównaj wynik polecenia z odciskiem, który organizacja poda inną drogą niż to archiwum: jej administratorzy widzą go tam, gdzie zlecają pakiety.",
        },
        complete: {
          title: "Żaden plik nie został dodany",
          text: "Polecenie niczego nie wypisuje. Pliki, które wymieni, nie są częścią tego, co podpisano.",
        },
      },
      fingerprint: "Odcisk klucza, którym podpisano ten pakiet:",
      files: "Co jest w środku",
      file: {
        matrix: "kto był na jakim etapie w którym kursie, w tamtej chwili",
        explanations: "dlaczego, dla każdej osoby i kursu, według wiedzy z tamtej chwili",
        certificates: "certyfikaty ważne w tym okresie; każdy jest wydrukowany w katalogu swojej osoby",
        attempts: "podejścia do kursów zakończone w tym okresie, z wynikami",
        people:
          "katalog każdej osoby: record.json, certificates.pdf oraz pliki przechowywane z zaświadczeniami z zewnątrz, tak jak je przesłano",
        audit:
          "wpisy dziennika audytu o tych osobach, ich przypisaniach i certyfikatach, z numerem i skrótem każdej pieczęci, oraz koniec łańcucha dziennika z tamtej chwili",
        manifest: "kto co zlecił i kiedy to powstało",
        sums: "SHA-256 każdego innego pliku, podpis tej listy przez organizację i jej klucz publiczny",
      },
      limits: "Czego to dowodzi, a czego nie",
      limit: {
        records:
          "Macierz i wyjaśnienia dotyczą tamtej chwili. Przypisania i certyfikaty pokazano według wiedzy z chwili tworzenia pakietu: to, co od tego czasu unieważniono, jest oznaczone jako unieważnione.",
        seals:
          "Pieczęcie dziennika audytu powstają z kluczem, który ma tylko operator usługi, więc nikt inny ich nie obliczy. Wiążą one organizację: ten sam numer musi mieć ten sam skrót w każdym późniejszym pakiecie oraz w tym, co operator sprawdza poleceniem „muster audit verify”.",
        links:
          "Każdy certyfikat podaje adres, pod którym można sprawdzić jego dzisiejszy stan. To jedyna rzecz, która pyta usługę.",
      },
    },
  },
};
