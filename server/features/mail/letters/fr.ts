import type { PanelRole } from "../../../platform/context.ts";
import type { DigestLine, Envelope, Facts, HeldSession, Texts } from "../facts.ts";
import { remindedOf } from "../reminder-text.ts";
import { dateIn, instantIn, table } from "./parts.ts";

const roles: Readonly<Record<PanelRole, string>> = {
  it_admin: "administrateur informatique",
  training_admin: "administrateur de formation",
  compliance_officer: "responsable conformité",
  guard: "agent d’accueil",
  learner: "apprenant",
};

const until = (at: string, { time_zone }: Envelope) => `${instantIn("fr-FR", at, time_zone)} (${time_zone})`;

/** The values that the sign-in page asks for. */
const account = ({ login }: { login: string }, { tenant_code }: Envelope) =>
  table([
    ["code d’organisation", tenant_code],
    ["identifiant", login],
  ]);

const subscription = ({ name, id, target_url }: Facts["webhook_subscription.disabled"], { tenant_code }: Envelope) =>
  table([
    ["code d’organisation", tenant_code],
    ["abonnement", `${name} (${id})`],
    ["adresse", target_url],
  ]);

/** Place and time of a session, in the time zone of the place. */
function held({ title, location, starts_at, ends_at, time_zone }: Omit<HeldSession, "url">): string {
  return table([
    ["formation", title],
    ["lieu", location],
    ["début", `${instantIn("fr-FR", starts_at, time_zone)} (${time_zone})`],
    ["fin", `${instantIn("fr-FR", ends_at, time_zone)} (${time_zone})`],
  ]);
}

function teamLine({ kind, person, title, date, manager }: DigestLine): string {
  const said = {
    overdue: "en retard depuis le",
    due_soon: "échéance le",
    expiring: "le certificat expire le",
    escalated: "en retard depuis le",
  };
  const below = manager ? ` (responsable : ${manager})` : "";
  return `  - ${person}${below}, ${title} : ${said[kind]} ${dateIn("fr-FR", date)}`;
}

function teamIntro({ is_test, escalated }: Facts["digest.manager"]): string {
  if (is_test) return "Ceci est un test : il montre ce que les responsables apprennent de leur équipe, avec des noms inventés.";
  return escalated > 0
    ? "Voici ce qui demande votre attention dans les formations de votre équipe et des équipes des responsables sous votre direction."
    : "Voici ce qui demande votre attention dans les formations de votre équipe.";
}

function stateOf({ state, before, due_soon_days, expiring_days }: Facts["digest.administrator"]): string {
  const row = (name: string, said: (of: typeof state) => string): [string, string] => [
    name,
    `${said(state)}${before === null ? "" : ` (une semaine avant : ${said(before)})`}`,
  ];
  return table([
    row("personnes à qui rien ne manque", ({ compliant, people }) => `${compliant} sur ${people}`),
    row("en retard", ({ overdue }) => String(overdue)),
    row(`à échéance sous ${due_soon_days} jours`, ({ due_soon }) => String(due_soon)),
    row(`certificats qui expirent sous ${expiring_days} jours`, ({ expiring }) => String(expiring)),
    ...(state.escalated ? [row("signalés aux administrateurs", ({ escalated = 0 }) => String(escalated))] : []),
  ]);
}

const stops: Readonly<Record<Facts["report.stopped"]["kind"], string>> = {
  owner_gone: "Le compte de l’administrateur avec les droits duquel il était lu est supprimé ou désactivé.",
  owner_role: "L’administrateur avec les droits duquel il était lu a un rôle qui ne lit pas les rapports.",
  owner_limited: "L’administrateur avec les droits duquel il était lu ne gère que certains services.",
};

export const french: Texts = {
  frame: (text, { name, organisation, panel_url }) => `Bonjour ${name},

${text}

--${" "}
Muster, la plateforme de formation de ${organisation}
${panel_url}/
`,
  letters: {
    "account.invited": (facts, envelope) => ({
      subject: `Votre compte sur la plateforme de formation de ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Vous êtes invité(e)" : `${facts.inviter} vous invite`} à rejoindre la plateforme de formation de ${envelope.organisation}. Vous y avez un compte avec le rôle : ${roles[facts.role]}.

Ouvrez ce lien et choisissez un mot de passe ; vous êtes alors connecté(e) :

  ${facts.url}

Le lien fonctionne une seule fois, jusqu’au ${until(facts.expires_at, envelope)}.

Par la suite, vous vous connectez sur ${envelope.panel_url}/ avec le mot de passe choisi et avec :

${account(facts, envelope)}

Si le lien ne fonctionne plus, choisissez « Mot de passe oublié ? » sur cette page : un autre vous sera envoyé.`,
    }),
    "account.invited_by_company": (facts, envelope) => ({
      subject: `Votre compte sur la plateforme de formation de ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Vous êtes invité(e)" : `${facts.inviter} vous invite`} à rejoindre la plateforme de formation de ${envelope.organisation}. Vous y avez un compte avec le rôle : ${roles[facts.role]}.

${account(facts, envelope)}

Vous n’avez pas besoin de mot de passe : connectez-vous ici avec l’identité de votre entreprise.

  ${facts.url}`,
    }),
    "password.reset": (facts, envelope) => ({
      subject: `Un nouveau mot de passe pour la plateforme de formation de ${envelope.organisation}`,
      text: `Un nouveau mot de passe a été demandé sur la page de connexion pour votre compte (${roles[facts.role]}) sur la plateforme de formation de ${envelope.organisation} :

${account(facts, envelope)}

Ouvrez ce lien et choisissez-en un ; vous êtes alors connecté(e) :

  ${facts.url}

Le lien fonctionne une seule fois, jusqu’au ${until(facts.expires_at, envelope)}. Les liens envoyés auparavant ne fonctionnent plus.

Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire : cet e-mail à lui seul ne change aucun mot de passe.`,
    }),
    "password.not_used": (facts, envelope) => ({
      subject: `Connexion à la plateforme de formation de ${envelope.organisation}`,
      text: `Un nouveau mot de passe a été demandé sur la page de connexion pour votre compte (${roles[facts.role]}) sur la plateforme de formation de ${envelope.organisation} :

${account(facts, envelope)}

Votre organisation se connecte avec l’identité de l’entreprise : ce compte n’utilise pas de mot de passe. Ouvrez cette page et choisissez « Se connecter avec votre entreprise » :

  ${facts.url}

Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.`,
    }),
    "account.factors_changed": ({ kind, ...facts }, envelope) => ({
      subject: `${envelope.organisation} : ${{ passkey_added: "une clé d’accès a été ajoutée", passkey_removed: "une clé d’accès a été supprimée", recovery_codes_made: "de nouveaux codes de récupération ont été créés", factors_reset: "votre second facteur a été réinitialisé" }[kind]}`,
      text: `${{ passkey_added: "Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter en votre nom.", passkey_removed: "Une clé d’accès a été supprimée de votre compte.", recovery_codes_made: "De nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne sont plus valables.", factors_reset: "Vos clés d’accès, codes à usage unique et codes de récupération ont été supprimés, et vos sessions terminées. Vous vous connectez avec le seul mot de passe jusqu’à ce que vous ajoutiez une clé d’accès." }[kind]}

${table([
  ["code d’organisation", envelope.tenant_code],
  ["identifiant", facts.login],
  ...(facts.named === null ? [] : [["clé d’accès", facts.named] as [string, string]]),
  ...(facts.by === null ? [] : [["par", facts.by] as [string, string]]),
  ["quand", until(facts.at, envelope)],
])}

Si cela était prévu, vous n’avez rien à faire. Sinon, prévenez tout de suite votre administrateur informatique, choisissez un nouveau mot de passe et vérifiez vos clés d’accès et vos sessions :

  ${facts.url}`,
    }),
    "sign_in.break_glass": (facts, envelope) => ({
      subject: `${envelope.organisation} : connexion d’urgence de ${facts.administrator}`,
      text: `${envelope.organisation} exige la connexion avec l’identité de l’entreprise. L’administrateur désigné pour les urgences s’est connecté sans elle, avec un second facteur :

${table([
  ["code d’organisation", envelope.tenant_code],
  ["administrateur", facts.administrator],
  ["identifiant", facts.login],
  ["quand", until(facts.at, envelope)],
  ["depuis", facts.address],
])}

Si cela était prévu, vous n’avez rien à faire. Sinon, terminez les sessions de cet administrateur, désignez-en un autre pour les urgences et regardez dans le journal d’audit ce qui a été fait :

  ${facts.url}`,
    }),
    "sign_in.certificate_ends": (facts, envelope) => ({
      subject: facts.ended
        ? `${envelope.organisation} : le certificat du fournisseur d’identité a expiré`
        : `${envelope.organisation} : le certificat du fournisseur d’identité expire bientôt`,
      text: `Le certificat de signature du fournisseur d’identité de ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) ${facts.ended ? "a expiré" : "expire bientôt"}, et aucun autre n’est connu :

${table([
  ["fournisseur", facts.issuer],
  [facts.ended ? "expiré le" : "expire le", until(facts.ends_at, envelope)],
])}

La connexion avec l’identité de l’entreprise cessera le jour où le fournisseur signera avec un certificat inconnu ici. Faites-en établir un nouveau par le fournisseur et relisez ses métadonnées ici pendant qu’il publie les deux :

  ${facts.url}`,
    }),
    "sign_in.domain_lost": (facts, envelope) => ({
      subject: `${envelope.organisation} : domaine de messagerie non vérifié : ${facts.domain}`,
      text: `L’enregistrement TXT par lequel ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) a prouvé le domaine ${facts.domain} manque depuis trois jours. Les adresses du domaine ne trouvent plus de compte lors de la première connexion avec l’identité de l’entreprise. Les personnes déjà connectées ainsi se connectent comme avant.

Si le domaine vous appartient toujours, remettez l’enregistrement en place et vérifiez-le ici :

  ${facts.url}`,
    }),
    "webhook_subscription.degraded": (facts, envelope) => ({
      subject: `${envelope.organisation} : les envois d’un webhook échouent : ${facts.name}`,
      text: `${facts.failures} tentatives consécutives d’envoi d’événements à un abonnement webhook de ${envelope.organisation} ont échoué :

${subscription(facts, envelope)}

L’abonnement est maintenant dégradé : les tentatives continuent, une à la fois. Une seule, confirmée par un statut 2xx, le rend de nouveau actif. Si aucune n’est confirmée, il sera désactivé après ${facts.failures_max} échecs consécutifs, ou le ${until(facts.disabled_at, envelope)}, selon ce qui arrive en premier.

Veuillez examiner le destinataire. Le journal des envois de l’abonnement montre chaque tentative avec son erreur, et un ping teste le destinataire sans compter comme un échec :

  ${facts.url}`,
    }),
    "webhook_subscription.disabled": (facts, envelope) => ({
      subject: `${envelope.organisation} : abonnement webhook désactivé : ${facts.name}`,
      text: `Un abonnement webhook de ${envelope.organisation} a été désactivé, parce que ${facts.failures === null ? "aucun envoi n’a été confirmé depuis trois jours" : `${facts.failures} tentatives consécutives ont échoué`} :

${subscription(facts, envelope)}

Les événements continuent d’être conservés pour lui, chacun pendant 30 jours. Lorsque le destinataire fonctionne à nouveau, testez-le avec un ping et activez l’abonnement : ce qui est en attente est alors envoyé, le plus ancien d’abord. Les deux se font ici :

  ${facts.url}

ou par un programme :

  POST /api/v1/webhooks/subscriptions/${facts.id}/enable`,
    }),
    "operation.deprecated": (facts, envelope) => ({
      subject: `${envelope.organisation} : opération d’API obsolète utilisée : ${facts.operation}`,
      text: `Le client d’intégration « ${facts.client} » de ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) appelle une opération de l’API d’intégration qui est obsolète depuis le ${dateIn("fr-FR", facts.deprecated_on)} :

  ${facts.operation} (${facts.operation_id})

Elle fonctionne jusqu’au ${dateIn("fr-FR", facts.sunset_on)} ; ensuite, elle peut disparaître. Demandez aux personnes qui maintiennent le client de passer à autre chose. Ce qu’il faut utiliser à la place est décrit ici :

  ${facts.url}

Vous recevez cet e-mail une fois par opération.`,
    }),
    "course_session.moved_up": (facts, envelope) => ({
      subject: `${envelope.organisation} : vous avez une place pour ${facts.title}`,
      text: `Une place s’est libérée, et vous êtes inscrit(e) à cette session de formation chez ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) :

${held(facts)}

Si vous ne pouvez pas venir, désinscrivez-vous pour que la personne suivante puisse participer. Cela se fait sur la page de la formation, où se trouve aussi un fichier pour votre agenda :

  ${facts.url}`,
    }),
    "course_session.changed": (facts, envelope) => ({
      subject: `${envelope.organisation} : session modifiée de ${facts.title}`,
      text: `Une session de formation chez ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) à laquelle vous êtes inscrit(e) a changé de lieu ou d’horaire. Désormais :

${held(facts)}

Auparavant :

${held({ title: facts.title, ...facts.before })}

Un nouveau fichier pour votre agenda se trouve sur la page de la formation, où vous pouvez aussi vous désinscrire :

  ${facts.url}`,
    }),
    "course_session.cancelled": (facts, envelope) => ({
      subject: `${envelope.organisation} : session annulée de ${facts.title}`,
      text: `Une session de formation chez ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) à laquelle vous êtes inscrit(e) n’aura pas lieu :

${held(facts)}

Le motif : ${facts.reason}

Les autres sessions de la formation, s’il y en a, figurent sur sa page :

  ${facts.url}`,
    }),
    "training.reminder": (facts, envelope) => {
      const { subject, text } = remindedOf(facts, envelope, "fr");
      return {
        subject,
        text: `${text}

Toutes vos formations, et la prochaine chose à faire, se trouvent ici :

  ${facts.url}

Vous vous connectez avec votre propre compte et le code d’organisation ${envelope.tenant_code}. Si vous n’avez pas encore de mot de passe, choisissez « Mot de passe oublié ? » sur la page de connexion.

Vous recevez au plus un e-mail de ce type par jour, et aucun s’il n’y a rien de nouveau. Ceux auxquels vous pouvez renoncer sont indiqués ici : ${envelope.panel_url}/account`,
      };
    },
    "digest.manager": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test : formations" : "Formations"} de votre équipe chez ${envelope.organisation}`,
      text: `${teamIntro(facts)} Chez ${envelope.organisation} (code d’organisation ${envelope.tenant_code}), le ${dateIn("fr-FR", facts.on)} :

${table([
  ["en retard", String(facts.overdue)],
  [`à échéance sous ${facts.due_soon_days} jours`, String(facts.due_soon)],
  [`certificats qui expirent sous ${facts.expiring_days} jours`, String(facts.expiring)],
  ...(facts.escalated > 0
    ? [
        ["en retard dans les équipes des responsables sous votre direction (escalade)", String(facts.escalated)] as [
          string,
          string,
        ],
      ]
    : []),
])}

${facts.lines.map(teamLine).join("\n")}${facts.further > 0 ? `\n  - et ${facts.further} de plus` : ""}

La situation de chaque personne se trouve ici :

  ${facts.url}

Vous recevez cet e-mail une fois par semaine, et aucun s’il n’y a rien à dire. Vous choisissez ici si vous le recevez : ${envelope.panel_url}/account`,
    }),
    "report.scheduled": (facts, envelope) => ({
      subject: `${envelope.organisation} : rapport « ${facts.name} »`,
      text: `Le rapport « ${facts.name} » est joint (${facts.format}), selon l’état actuel des formations chez ${envelope.organisation} (code d’organisation ${envelope.tenant_code}).

Un rapport de plus de ${facts.rows_max} lignes ou ${facts.megabytes_max} Mo n’est pas joint. Après connexion, il se trouve ici :

  ${facts.url}

Vous recevez cet e-mail parce qu’un administrateur de ${envelope.organisation} vous a choisi(e) comme destinataire. Vous choisissez ici si vous recevez des rapports : ${envelope.panel_url}/account`,
    }),
    "report.stopped": (facts, envelope) => ({
      subject: `${envelope.organisation} : le rapport « ${facts.name} » n’est plus envoyé`,
      text: `Le rapport « ${facts.name} » de ${envelope.organisation} (code d’organisation ${envelope.tenant_code}) n’est plus envoyé. ${stops[facts.kind]}

Pour reprendre, un administrateur de toute l’organisation enregistre le rapport comme le sien et choisit à nouveau quand il est envoyé :

  ${facts.url}`,
    }),
    "digest.administrator": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test : état" : "État"} des formations chez ${envelope.organisation} cette semaine`,
      text: `${facts.is_test ? "Ceci est un test : il montre ce que les administrateurs apprennent chaque semaine, avec les chiffres du jour." : "Voici où en sont les formations."} Chez ${envelope.organisation} (code d’organisation ${envelope.tenant_code}), le ${dateIn("fr-FR", facts.on)} :

${stateOf(facts)}

Qui et quoi, vous le voyez ici :

  ${facts.url}

Vous recevez cet e-mail une fois par semaine en tant qu’administrateur de ${envelope.organisation}. Vous choisissez ici si vous le recevez : ${envelope.panel_url}/account`,
    }),
  },
};
