import type { Words } from "./words-of.ts";

export const polish: Words = {
  matrix: "Macierz zgodności",
  as_of: (day, instant) => `Stan na koniec dnia ${day} albo na chwilę zlecenia, jeśli była wcześniejsza: ${instant}.`,
  from: (day) => `Certyfikaty, podejścia i wpisy dziennika od ${day}.`,
  empty_cell: "Pusta komórka: kurs nie był od tej osoby wymagany.",
  number: "Numer pracownika",
  name: "Nazwisko",
  department: "Dział lub firma",
  out_of_scope: "wtedy poza zakresem",
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
        "katalog każdej osoby: record.json, certificates.pdf oraz pliki przechowywane z zaświadczeniami z zewnątrz lub przekazane przez firmy i przyjęte, tak jak je przesłano",
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
};
