import type { Words } from "./words-of.ts";

export const spanish: Words = {
  matrix: "Matriz de cumplimiento",
  as_of: (day, instant) => `Situación al final del ${day}, o en el momento de la solicitud si fue anterior: ${instant}.`,
  from: (day) => `Certificados, intentos y entradas del registro de auditoría desde el ${day}.`,
  empty_cell: "Una celda vacía: el curso no se exigía a la persona.",
  number: "Número de empleado",
  name: "Nombre",
  department: "Departamento o empresa",
  out_of_scope: "entonces fuera del alcance",
  verify: {
    title: "Cómo verificar este paquete de evidencias",
    intro: (organisation, as_of, made_at) =>
      `Evidencias de formación de ${organisation} a ${as_of}, elaboradas el ${made_at}. Todo lo que sigue se hace con herramientas que usted tiene: no hace falta ni una cuenta ni conexión con el servicio.`,
    trial: "Procede de un entorno de pruebas en el que las organizaciones hacen ensayos: no acredita nada.",
    needs: "unzip, sha256sum (en macOS: shasum -a 256) y openssl 1.1 o posterior.",
    steps: {
      unpack: {
        title: "Descomprima el archivo en una carpeta vacía y sitúese en ella",
        text: "Cada uno de los comandos siguientes se ejecuta en esa carpeta.",
      },
      sums: {
        title: "Ningún fichero se ha modificado",
        text: "Cada línea termina en OK y el comando con el estado 0. Un fichero modificado aparece con FAILED; uno que falta también aparece.",
      },
      signature: {
        title: "La lista de ficheros es de la organización",
        text: "Aparece «Verified OK». Cualquier otra cosa: la lista se ha modificado o está firmada con otra clave.",
      },
      key: {
        title: "La clave es de la organización",
        text: "Compare lo que dice el comando con la huella que la organización le facilita por una vía distinta de este archivo: sus administradores la ven donde solicitan los paquetes.",
      },
      complete: {
        title: "No se ha añadido ningún fichero",
        text: "El comando no muestra nada. Los ficheros que nombre no forman parte de lo firmado.",
      },
    },
    fingerprint: "La huella de la clave con la que se firmó este paquete:",
    files: "Qué contiene",
    file: {
      matrix: "quién estaba en qué punto de qué curso, en aquel instante",
      explanations: "por qué, para cada persona y curso, según lo que se sabía en aquel instante",
      certificates: "certificados vigentes en el período; cada uno está impreso en la carpeta de su persona",
      attempts: "intentos que terminaron en el período, con sus resultados",
      people:
        "una carpeta por persona: record.json, certificates.pdf y los ficheros guardados con las acreditaciones externas o entregados por empresas y aceptados, tal como se subieron",
      audit:
        "entradas del registro de auditoría sobre estas personas, sus asignaciones y certificados, con el número y el hash de cada sello, y el final de la cadena del registro en ese momento",
      manifest: "quién solicitó qué y cuándo se elaboró",
      sums: "el SHA-256 de cada uno de los demás ficheros, la firma de esa lista por la organización y su clave pública",
    },
    limits: "Qué demuestra esto y qué no",
    limit: {
      records:
        "La matriz y las explicaciones son las de aquel instante. Las asignaciones y los certificados se muestran como se conocían al elaborar el paquete: lo que se ha revocado desde entonces aparece como revocado.",
      seals:
        "Los sellos del registro de auditoría se hacen con una clave que solo tiene el operador del servicio, por lo que nadie más puede calcularlos. Vinculan a la organización: el mismo número debe tener el mismo hash en todo paquete posterior y en lo que el operador verifica con «muster audit verify».",
      links:
        "Cada certificado muestra una dirección donde consultar su estado de hoy. Es lo único aquí que pregunta al servicio.",
    },
  },
};
