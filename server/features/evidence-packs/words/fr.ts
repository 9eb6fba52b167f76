import type { Words } from "./words-of.ts";

export const french: Words = {
  matrix: "Matrice de conformité",
  as_of: (day, instant) => `Situation à la fin du ${day}, ou au moment de la demande s’il était antérieur : ${instant}.`,
  from: (day) => `Certificats, tentatives et entrées du journal d’audit depuis le ${day}.`,
  empty_cell: "Une case vide : la formation n’était pas exigée de la personne.",
  number: "Matricule",
  name: "Nom",
  department: "Service ou entreprise",
  out_of_scope: "hors périmètre à ce moment",
  verify: {
    title: "Comment vérifier ce dossier de preuves",
    intro: (organisation, as_of, made_at) =>
      `Preuves de formation de ${organisation} au ${as_of}, établies le ${made_at}. Tout ce qui suit se fait avec des outils que vous avez : ni compte ni connexion au service ne sont nécessaires.`,
    trial: "Il provient d’un bac à sable dans lequel les organisations font des essais : il ne prouve rien.",
    needs: "unzip, sha256sum (sous macOS : shasum -a 256) et openssl 1.1 ou plus récent.",
    steps: {
      unpack: {
        title: "Décompressez l’archive dans un dossier vide et placez-vous-y",
        text: "Chaque commande ci-dessous s’exécute dans ce dossier.",
      },
      sums: {
        title: "Aucun fichier n’a été modifié",
        text: "Chaque ligne se termine par OK et la commande par le statut 0. Un fichier modifié est signalé par FAILED ; un fichier manquant est signalé aussi.",
      },
      signature: {
        title: "La liste des fichiers est celle de l’organisation",
        text: "La réponse est « Verified OK ». Toute autre réponse : la liste a été modifiée, ou signée avec une autre clé.",
      },
      key: {
        title: "La clé est celle de l’organisation",
        text: "Comparez la réponse de la commande avec l’empreinte que l’organisation vous communique par une autre voie que cette archive : ses administrateurs la voient là où ils demandent les dossiers.",
      },
      complete: {
        title: "Aucun fichier n’a été ajouté",
        text: "La commande n’affiche rien. Les fichiers qu’elle nomme ne font pas partie de ce qui a été signé.",
      },
    },
    fingerprint: "L’empreinte de la clé avec laquelle ce dossier a été signé :",
    files: "Ce qu’il contient",
    file: {
      matrix: "qui en était où dans quelle formation, à cet instant",
      explanations: "pourquoi, pour chaque personne et formation, selon ce qui était connu à cet instant",
      certificates: "certificats en vigueur pendant la période ; chacun est imprimé dans le dossier de sa personne",
      attempts: "tentatives terminées pendant la période, avec leurs résultats",
      people:
        "un dossier par personne : record.json, certificates.pdf et les fichiers conservés avec les attestations externes ou remis par des entreprises et acceptés, tels qu’ils ont été déposés",
      audit:
        "entrées du journal d’audit sur ces personnes, leurs affectations et certificats, avec le numéro et l’empreinte de chaque sceau, et la fin de la chaîne du journal à ce moment",
      manifest: "qui a demandé quoi, et quand cela a été établi",
      sums: "le SHA-256 de chaque autre fichier, la signature de cette liste par l’organisation et sa clé publique",
    },
    limits: "Ce que cela prouve, et ce que cela ne prouve pas",
    limit: {
      records:
        "La matrice et les explications sont celles de l’instant. Les affectations et certificats sont présentés tels qu’ils étaient connus lors de l’établissement du dossier : ce qui a été révoqué depuis est indiqué comme révoqué.",
      seals:
        "Les sceaux du journal d’audit sont faits avec une clé que seul l’exploitant du service possède : personne d’autre ne peut les calculer. Ils engagent l’organisation : le même numéro doit avoir la même empreinte dans tout dossier ultérieur et dans ce que l’exploitant vérifie avec « muster audit verify ».",
      links:
        "Chaque certificat indique une adresse où consulter son statut d’aujourd’hui. C’est la seule chose ici qui interroge le service.",
    },
  },
};
