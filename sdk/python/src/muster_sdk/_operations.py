# Made by `npm run generate` from openapi.json; do not edit.
# mypy: disable-error-code="no-any-return"
"""Operations of the contract, for sync and for async programs."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Literal, Optional, Union
from urllib.parse import quote

from . import types as t
from ._transport import AsyncCall, AsyncUpload, Call, OnAnswer, Request, Upload
from ._walk import AsyncWalk, Walk

class Service:
    def __init__(self, call: Call) -> None:
        self._call = call

    def authorization_server(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.AuthorizationServerMetadata:
        """Read where and how tokens are issued.

        OAuth 2.0 authorization server metadata (RFC 8414), for libraries that configure themselves. A token request also names the organisation in X-Tenant-Code, for which the metadata has no word.

        Problems: `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/.well-known/oauth-authorization-server", deadline_s=deadline_s, on_answer=on_answer))

    def contract(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> Dict[str, Any]:
        """Read this document.

        Problems: `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/openapi.json", deadline_s=deadline_s, on_answer=on_answer))

    def problems(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ProblemDescriptionList:
        """List the kinds of problems.

        A page for people; JSON when Accept names application/json and not text/html.

        Problems: `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/problems", deadline_s=deadline_s, on_answer=on_answer))

    def problem(
        self,
        slug: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ProblemDescription:
        """Read what a problem `type` means.

        A page for people; JSON when Accept names application/json and not text/html.

        Problems: `NOT_FOUND`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/problems/{quote(slug, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def event_schema(
        self,
        type: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> Dict[str, Any]:
        """Read the JSON Schema of an event type.

        The same as in this document's `webhooks`, as a document of its own, for receivers that validate what they get.

        Problems: `NOT_FOUND`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/schemas/events/{quote(type, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def liveness(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Liveness:
        """Is the process alive?.

        Always 200 while the process can answer at all, whatever the database does.

        Problems: `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/healthz", deadline_s=deadline_s, on_answer=on_answer))

    def readiness(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ReadinessReport:
        """Does the process want requests?.

        Problems: `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/readyz", deadline_s=deadline_s, on_answer=on_answer))


class Client:
    def __init__(self, call: Call) -> None:
        self._call = call

    def get(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.OwnClient:
        """Read the client that is calling.

        Name, organisation, scopes, limits and what is used of them. Needs no scope and takes no token of the rate limit, so that it answers also where that is used up; at most 60 times within a minute, else 429 with `limit_name` `own_client`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/api/v1/client", deadline_s=deadline_s, on_answer=on_answer))


class Departments:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.DepartmentList:
        """List departments.

        All departments of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.

        Scope: `users:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name or code; case and diacritics do not count.

        `active`: Only departments that are, or are not, in use; without it, both.
        """
        return self._call(Request("GET", "/api/v1/departments", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Department]:
        """List departments, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "active": active}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="departments", by="cursor")

    def create(
        self,
        body: t.CreateDepartmentRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Department:
        """Create a department.

        Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/departments", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Department:
        """Read a department.

        Scope: `users:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/departments/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeDepartmentRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Department:
        """Change a department.

        JSON Merge Patch (RFC 7396). Renamed, moved (`parent_id`, null for the top), taken out of use (`active: false`: 409 while active people or sub-departments belong to it) or brought back. After a move, rules and dynamic groups are evaluated in the background.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PLACE_STATE_BLOCKED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/departments/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))


class Contractors:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ContractorList:
        """List contractor companies.

        All contractor companies of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.

        Scope: `users:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name, code or tax number; case and diacritics do not count.

        `active`: Only companies that are, or are not, in use; without it, both.
        """
        return self._call(Request("GET", "/api/v1/contractors", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Contractor]:
        """List contractor companies, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "active": active}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="contractors", by="cursor")

    def create(
        self,
        body: t.CreateContractorRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Contractor:
        """Create a contractor company.

        Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/contractors", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Contractor:
        """Read a contractor company.

        Scope: `users:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/contractors/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeContractorRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Contractor:
        """Change a contractor company.

        JSON Merge Patch (RFC 7396). `active: false` takes it out of use (409 while active people belong to it), `true` brings it back. At the end of `contract_valid_until` its people are deactivated.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PLACE_STATE_BLOCKED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/contractors/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))


class Groups:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        kind: Optional[t.GroupKind] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GroupList:
        """List groups.

        In the order of their names. With `updated_since` also those that have ended (`retired_at`); who joins or leaves is no change of the group, but an event.

        Scope: `structure:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name or code; case and diacritics do not count.
        """
        return self._call(Request("GET", "/api/v1/groups", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "kind": kind}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        kind: Optional[t.GroupKind] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Group]:
        """List groups, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "kind": kind}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="groups", by="cursor")

    def create(
        self,
        body: t.CreateGroupRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Group:
        """Create a group.

        Its code is unique. A dynamic group has `conditions`, and its members are found in the background; a manual one has none.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/groups", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Group:
        """Read a group.

        Scope: `structure:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/groups/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeGroupRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Group:
        """Change a group.

        What is left out stays; `conditions` and `course_ids` are replaced as a whole. Of a group that an identity provider keeps, only what it asks for can be changed.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/groups/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def retire(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> None:
        """End a group for good.

        All members leave it in the background, as its `on_leave` says. Its code is free again.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("DELETE", f"/api/v1/groups/{quote(id, safe='')}", if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def members(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GroupMemberList:
        """List the members of a group.

        Scope: `structure:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.
        """
        return self._call(Request("GET", f"/api/v1/groups/{quote(id, safe='')}/members", query={"limit": limit, "offset": offset, "cursor": cursor}, deadline_s=deadline_s, on_answer=on_answer))

    def each_members(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.GroupMember]:
        """List the members of a group, all pages of them: one entry after the other, each page asked for when it is needed."""
        query: Dict[str, Any] = {"limit": limit}
        return Walk(lambda place: self.members(id, **{**query, **place}, deadline_s=deadline_s), member="members", by="cursor")

    def move_members(
        self,
        id: str,
        body: t.MoveGroupMembersRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GroupMembersMoved:
        """Let people join or leave a manual group.

        Up to 1000 rows in one transaction, answered in their order; a refused row holds up no other. Who joins is assigned the group's courses, who leaves keeps what `on_leave` says. Takes one token of the rate limit. Moved people times courses of the group, those of its learning paths included, may be 5000 (422 TOO_LONG).

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `MEMBERS_BY_CONDITIONS`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/groups/{quote(id, safe='')}/members", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class Rules:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.RuleList:
        """List rules.

        In the order of their names. With `updated_since` also those that have ended (`retired_at`).

        Scope: `structure:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name; case and diacritics do not count.

        `active`: Only rules that are, or are not, switched on; without it, both.
        """
        return self._call(Request("GET", "/api/v1/rules", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Rule]:
        """List rules, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "active": active}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="rules", by="cursor")

    def create(
        self,
        body: t.CreateRuleRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Rule:
        """Create a rule.

        Its name is unique. All people are evaluated by it in the background; `evaluation` says how far that is.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/rules", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Rule:
        """Read a rule.

        Scope: `structure:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/rules/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeRuleRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Rule:
        """Change a rule.

        What is left out stays; `conditions` and `course_ids` are replaced as a whole. Followed in the background.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/rules/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def retire(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> None:
        """End a rule for good.

        It applies to no one any more; what it asked for ends as its `on_leave` says, in the background.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("DELETE", f"/api/v1/rules/{quote(id, safe='')}", if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def preview(
        self,
        body: t.PreviewRuleRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ChangePreview:
        """See what saving a rule would do.

        The evaluation of the change itself, without writing; with `id`, of the rule that it would replace. All people are compared; enrollments and seats are worked out for a bounded number, which the answer names.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/rules/preview", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class Users:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        department_id: Optional[str] = None,
        include_subdepartments: Optional[bool] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        manager_id: Optional[str] = None,
        include_indirect_reports: Optional[bool] = None,
        status: Optional[t.PersonStatus] = None,
        email: Optional[str] = None,
        q: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.PersonList:
        """List people.

        People in the order in which they were created, those who have left included unless `status` says otherwise. A filter by an unknown id finds no one. With `updated_since`: the people who have changed, the earliest change first; that their department, company or manager is renamed is no change of them.

        Scope: `users:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `employee_no`: Exactly this one; letter case does not count.

        `include_subdepartments`: With `department_id`: also the people of all departments below it.

        `manager_id`: The people of this manager.

        `include_indirect_reports`: With `manager_id`: also the people of these people, down to the last.

        `email`: Exactly this address; letter case does not count.

        `q`: Part of the name, employee number, login or e-mail address; case and diacritics do not count.
        """
        return self._call(Request("GET", "/api/v1/users", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "employee_no": employee_no, "department_id": department_id, "include_subdepartments": include_subdepartments, "worker_type": worker_type, "contractor_id": contractor_id, "manager_id": manager_id, "include_indirect_reports": include_indirect_reports, "status": status, "email": email, "q": q}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        department_id: Optional[str] = None,
        include_subdepartments: Optional[bool] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        manager_id: Optional[str] = None,
        include_indirect_reports: Optional[bool] = None,
        status: Optional[t.PersonStatus] = None,
        email: Optional[str] = None,
        q: Optional[str] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Person]:
        """List people, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "employee_no": employee_no, "department_id": department_id, "include_subdepartments": include_subdepartments, "worker_type": worker_type, "contractor_id": contractor_id, "manager_id": manager_id, "include_indirect_reports": include_indirect_reports, "status": status, "email": email, "q": q}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="users", by="cursor")

    def create(
        self,
        body: t.CreateUserRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Person:
        """Create a person.

        The department and the contractor company must exist; names are matched whatever their case, diacritics and extra spaces. The account has no password until the first sign-in. A create that is repeated after a timeout is safe: 409 means that the person exists. Courses that rules and dynamic groups ask for are assigned at once. Members of the record that cannot be set are accepted and ignored, so that a record that was read can be written.

        Scope: `users:write`.

        Problems: `PERSON_ALREADY_EXISTS`, `SANDBOX_FULL`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/users", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Person:
        """Read a person.

        Send the ETag back as If-None-Match to save the body, or as If-Match of a PATCH to change only what was read.

        Scope: `users:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/users/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeUserRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Person:
        """Change a person.

        A JSON Merge Patch (RFC 7396), as application/json or application/merge-patch+json: what is left out stays, null clears an optional field, `attributes` is merged key by key. `active: false` deactivates the account: enrollments that were not started are cancelled, started ones withdrawn. `active: true` brings a deactivated account back; nothing is revived, but rules run again, and an `employment_end_date` that has passed is cleared unless the request sends one. Rules and dynamic groups follow every change at once: what newly applies is assigned, what no longer does is cancelled where it was not started. A change that changes nothing leaves `updated_at` and ETag as they are.

        Scope: `users:write`.

        Problems: `NOT_FOUND`, `MANAGED_ELSEWHERE`, `PERSON_ALREADY_EXISTS`, `PERSON_SUSPENDED`, `PERSON_ANONYMIZED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/users/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))


class Imports:
    def __init__(self, call: Call) -> None:
        self._call = call

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.PeopleImport:
        """See how an import stands.

        Ask again every few seconds while `status` is queued or running.

        Scope: `users:write`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/imports/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def report(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> str:
        """Read the report of an import.

        Every row that is not unchanged, with its changes, effects and errors; complete once the import is finished. A cell that a spreadsheet would take for a formula begins with an apostrophe.

        Scope: `users:write`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/imports/{quote(id, safe='')}/report.csv", as_text=True, deadline_s=deadline_s, on_answer=on_answer))

    def create(
        self,
        body: Upload,
        *,
        dry_run: Optional[bool] = None,
        deactivate_missing: Optional[bool] = None,
        max_deactivate_percent: Optional[int] = None,
        format: Optional[t.ImportFormat] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.PeopleImport:
        """Synchronise people from a file.

        One request for a whole company: people are looked up by `employee_no`, and created, changed or left as they are. The answer comes when the file has arrived, for which there are 30 seconds; the work goes on in the background. Compress nothing, and split what a slow line cannot carry.

        **CSV** as in RFC 4180: UTF-8, commas (or semicolons or tabs, where the header has them), a header row with the names of the fields of a person, custom attributes as `attributes.<key>`, lists in one cell separated by `|`. An apostrophe before what a spreadsheet would take for a formula (`'=`, `'+`, `'-`, `'@`), as exports have it, is left out. A column that is not there says nothing; an empty cell clears an optional field, and says nothing for `worker_type` and `active`. **NDJSON**: each line the body of a create or of a PATCH.

        A file that cannot be read to its end, names an unknown column or has more than 1,000,000 rows fails as a whole, with the line. A row that cannot be taken is reported and holds up no other one; an address that passes from one person to another does so within 250 rows or with the next import. `active` deactivates people and brings them back.

        Files of an organisation are carried out one after the other, in the order in which they began to arrive; a dry run waits for none. A file may have 64 MiB. An import that is repeated brings about the same state; Idempotency-Key is refused here.

        Scope: `users:write`.

        Problems: `TOO_MANY_IMPORTS`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `dry_run`: Tells what would happen, and changes nothing.

        `deactivate_missing`: The file lists all people: active people who are not in it are deactivated, people in it who have left come back, unless their row says that the employment has ended, or their company's contract has; such a row creates no new person either. People who are managed by SCIM, or were created after the upload, stay.

        `max_deactivate_percent`: With `deactivate_missing`: if more of the active people would be deactivated, the whole import fails and changes nothing.

        `format`: With `application/octet-stream`: what the file is. Default: csv. The other media types say it themselves.
        """
        return self._call(Request("POST", "/api/v1/imports/users", query={"dry_run": dry_run, "deactivate_missing": deactivate_missing, "max_deactivate_percent": max_deactivate_percent, "format": format}, upload=body, media_type="application/octet-stream", deadline_s=deadline_s, on_answer=on_answer))


class Courses:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        assignable: Optional[bool] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.CourseList:
        """List courses and learning paths.

        The organisation's catalogue, in the order of the codes. `assignable` and `unassignable_reason` hold for the organisation's today: the first of inactive, license_expired and path_only that applies. A licence whose seats are all taken does not make a course unassignable; `license.seats_free` is 0 then. Send the ETag back as If-None-Match: 304 saves the body.

        Scope: `enrollments:write` or `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `assignable`: Only courses that can, or cannot, be assigned today.

        `q`: Part of the title or code; case and diacritics do not count.

        `active`: Only courses that are, or are not, in use.
        """
        return self._call(Request("GET", "/api/v1/course-catalog", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "assignable": assignable, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        assignable: Optional[bool] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Course]:
        """List courses and learning paths, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "assignable": assignable, "q": q, "active": active}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="courses", by="cursor")


class Enrollments:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.EnrollmentStatus] = None,
        source: Optional[t.EnrollmentSource] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.EnrollmentList:
        """List enrollments.

        In the order of their creation; with `updated_since` in the order of their changes. A filter by what does not exist finds nothing. What moves its flag, or the status of its certificate, from elsewhere, such as time, an exemption or a revocation, is no change of the enrollment: `GET /api/v1/compliance/changes` and the list of certificates tell of it.

        Scope: `enrollments:write` or `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `employee_no`: Only of the person with this employee number.

        `user_id`: Only of this person.

        `course_code`: Only of the course with this code.
        """
        return self._call(Request("GET", "/api/v1/enrollments", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status, "source": source}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.EnrollmentStatus] = None,
        source: Optional[t.EnrollmentSource] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Enrollment]:
        """List enrollments, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status, "source": source}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="enrollments", by="cursor")

    def assign(
        self,
        body: t.AssignCourseRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Assign a course or learning path to a person.

        Names the person by employee_no or user_id and the course by course_code or course_id. A learning path also assigns those of its courses in use that the person does not have in this cycle; they carry its id as parent_enrollment_id. Where all of them are completed already, so is the path at once. Checks, in this order: the request's shape, unknown person or course, existing enrollment (409), account, dates and cycle, assignability, seats (409). So a repeated request is answered with 409 ENROLLMENT_ALREADY_EXISTS whatever has happened since the first one; only a repetition across the turn of the cycle needs an explicit cycle_year or an Idempotency-Key. Emits enrollment.assigned for each enrollment.

        Scope: `enrollments:write`.

        Problems: `ENROLLMENT_ALREADY_EXISTS`, `SEAT_LIMIT_REACHED`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `COURSE_NOT_ASSIGNABLE`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/enrollments", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Read an enrollment.

        Scope: `enrollments:write` or `compliance:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/enrollments/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeEnrollmentRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Change the due date of an enrollment.

        JSON Merge Patch (RFC 7396): due_date is the only member that can change, null clears it; the record's other members are accepted and ignored. The open courses of a learning path that share its due date move with it.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `ENROLLMENT_NOT_CHANGEABLE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/enrollments/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def cancel(
        self,
        id: str,
        body: Optional[t.CancelEnrollmentRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Cancel an enrollment that was not started.

        Frees its seat as the licence allows, and emits enrollment.cancelled. A learning path's courses that were not started are cancelled with it, but those that a rule or a group asks for besides. An enrollment that is cancelled already is answered with 200 and stays as it is, so that the request is safe to repeat.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `ENROLLMENT_NOT_CANCELLABLE`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/enrollments/{quote(id, safe='')}/cancel", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def assign_batch(
        self,
        body: t.AssignCoursesRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.EnrollmentBatchAnswer:
        """Assign courses to many people.

        Up to 1000 rows, each with the members of `POST /api/v1/enrollments` and answered as there, in the order of the request; seats go to the first rows. A refused row holds up no other. One transaction: after a 5xx, repeat it. Takes one token of the rate limit. With the courses of learning paths, at most 5000 enrollments (422 TOO_LONG).

        Scope: `enrollments:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/enrollments/batch", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class Attempts:
    def __init__(self, call: Call) -> None:
        self._call = call

    def report(
        self,
        body: t.ReportAttemptRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Attempt:
        """Report the result of an attempt at a course that is held elsewhere.

        For systems that hold courses themselves. The attempt counts to the person's oldest open enrollment in the course, or to that of `cycle_year`, by the same rules as every attempt: attempts allowed, pass score, certificate, events and compliance follow, dated by `completed_at`. `external_id` is the sender's own id: reported again with the same content, an attempt counts once and is `replayed`; with other content it is refused (EXTERNAL_ID_REUSED). Emits course.completed or course.failed, and compliance.certified where a certificate is issued.

        Scope: `attempts:write`.

        Problems: `COURSE_HELD_HERE`, `NO_OPEN_ENROLLMENT`, `NO_ATTEMPTS_LEFT`, `LEARNING_PATH_FOLLOWS_COURSES`, `PERSON_NOT_ACTIVE`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `EXTERNAL_ID_REUSED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/attempts", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def report_batch(
        self,
        body: t.ReportAttemptsRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.AttemptBatchAnswer:
        """Report the results of many attempts.

        Up to 500 rows, each with the members of `POST /api/v1/attempts` and answered as there, in the order of the request. A refused row holds up no other. Each row is recorded by itself: after a 5xx or a timeout, repeat the request; rows that were recorded are then `replayed`. Takes one token of the rate limit.

        Scope: `attempts:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/attempts/batch", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class Certificates:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.CertificateStatus] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.CertificateList:
        """List certificates.

        In the order in which they were issued; with `updated_since` in the order of their changes. Revoked ones and those that have ended stay in the list. A filter by what does not exist finds nothing. A status that changes by time alone is no change of the certificate, except its end, on the day after it.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `employee_no`: Only of the person with this employee number.

        `user_id`: Only of this person.

        `course_code`: Only of the course with this code.

        `status`: Only those that are so today.
        """
        return self._call(Request("GET", "/api/v1/certificates", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.CertificateStatus] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.Certificate]:
        """List certificates, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="certificates", by="cursor")

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Certificate:
        """Read a certificate.

        Scope: `compliance:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/certificates/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def pdf(
        self,
        id: str,
        *,
        language: Optional[t.Language] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> bytes:
        """Print a certificate.

        The page that the panel prints: with the words that held when the certificate was issued, the address where it is checked, and a mark where it has ended, was superseded or was revoked. The certificate of a person whose data were erased is printed without the name, external evidence as a page that says who issued it, without the file that is kept with it. The ETag is weak, because each document says when it was made, and another one on each day, because it says of which day its status is.

        Scope: `compliance:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `language`: Of the words around what the organisation writes. Default: that of Accept-Language, else en.
        """
        return self._call(Request("GET", f"/api/v1/certificates/{quote(id, safe='')}/pdf", query={"language": language}, as_bytes=True, deadline_s=deadline_s, on_answer=on_answer))


class Compliance:
    def __init__(self, call: Call) -> None:
        self._call = call

    def matrix(
        self,
        *,
        department_id: Optional[str] = None,
        course_code: Optional[str] = None,
        department_query: Optional[str] = None,
        compliance_flag: Optional[t.ComplianceFlag] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        as_of: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceMatrix:
        """Read the compliance matrix.

        One row for each active person, in the order of their names, with the flag of every course in scope. `compliance_flag` keeps the rows whose worst flag in scope is that one, and leaves the summary alone: a tile that says 9 opens exactly 9 rows. With `course_code` only people who must be trained in that course have a row. A filter by what does not exist finds no rows. Suspended people have none. `as_of` looks back through the whole history, which may take some seconds; while one such answer is being found for an organisation, another one is refused with 503. Send the ETag back as If-None-Match: 304 saves the body while nothing has changed.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `department_id`: People of this department itself.

        `course_code`: Only this course, and only people who must be trained in it.

        `department_query`: Departments whose name contains this; if none does, those whose name is like it: one typo in each word is overlooked. Case, diacritics and extra spaces do not count. Beside `department_id` both must hold.

        `compliance_flag`: Only people whose worst flag in scope is this one. The summary does not heed it.

        `contractor_id`: People of this company.

        `as_of`: A date or a timestamp from 1900 on, not in the future: the matrix as it stood at the end of a date in the organisation's time zone, or at an instant. Names, and the departments that `department_query` finds, are those of today.

        `limit`: Entries on one page.

        `offset`: Entries to skip.
        """
        return self._call(Request("GET", "/api/v1/compliance/matrix", query={"department_id": department_id, "course_code": course_code, "department_query": department_query, "compliance_flag": compliance_flag, "worker_type": worker_type, "contractor_id": contractor_id, "as_of": as_of, "limit": limit, "offset": offset}, deadline_s=deadline_s, on_answer=on_answer))

    def each_matrix(
        self,
        *,
        department_id: Optional[str] = None,
        course_code: Optional[str] = None,
        department_query: Optional[str] = None,
        compliance_flag: Optional[t.ComplianceFlag] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        as_of: Optional[str] = None,
        limit: Optional[int] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.MatrixRow]:
        """Read the compliance matrix, all pages of them: one entry after the other, each page asked for when it is needed."""
        query: Dict[str, Any] = {"department_id": department_id, "course_code": course_code, "department_query": department_query, "compliance_flag": compliance_flag, "worker_type": worker_type, "contractor_id": contractor_id, "as_of": as_of, "limit": limit}
        return Walk(lambda place: self.matrix(**{**query, **place}, deadline_s=deadline_s), member="rows", by="offset")

    def explain(
        self,
        *,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        course_id: Optional[str] = None,
        as_of: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceExplanation:
        """Explain a flag.

        Why the flag of one person for one course is what it is, with reasons for programs and for people, what time alone will make of it, and the records behind it. Where nothing is required `status` is null, and the reasons say why. A past `as_of` is answered from history: what was known at the end of that day, not what came to light later.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `employee_no`: The person; or send `user_id`.

        `course_code`: The course; or send `course_id`.

        `as_of`: A date, not after today: what was known at its end. Without it, or for today: what the facts say now.
        """
        return self._call(Request("GET", "/api/v1/compliance/explain", query={"employee_no": employee_no, "user_id": user_id, "course_code": course_code, "course_id": course_id, "as_of": as_of}, deadline_s=deadline_s, on_answer=on_answer))

    def changes(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceChanges:
        """List changes of flags.

        Every change of a flag, by whatever caused it. Of two that were made at once the later may stand first: what stands of a flag is the change with the latest `changed_at`, and where that is the same, `previous_status` tells their order. Walk by `next_cursor`; keep `resume_cursor` of the last page and go on from it later: nothing is missed and nothing comes twice.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `cursor`: A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`.

        `since`: A timestamp from 1900 on, RFC 3339: only changes at or after it. Not together with `cursor`.
        """
        return self._call(Request("GET", "/api/v1/compliance/changes", query={"limit": limit, "cursor": cursor, "since": since}, deadline_s=deadline_s, on_answer=on_answer))

    def each_changes(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[Dict[str, Any]]:
        """List changes of flags, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`cursor`).
        """
        query: Dict[str, Any] = {"limit": limit, "cursor": cursor, "since": since}
        return Walk(lambda place: self.changes(**{**query, **place}, deadline_s=deadline_s), member="changes", by="cursor", first_only=("since",))

    def forecast(
        self,
        *,
        department_id: Optional[str] = None,
        course_code: Optional[str] = None,
        weeks: Optional[int] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceForecast:
        """Forecast flags and seats.

        What the weeks to come bring if nothing but time happens: entries that become OVERDUE or EXPIRING_SOON by their next change, certificates that end, and for each licence the seats that renewals will take and people wait for already, beside those that are free. A filter without a match returns zeros.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `department_id`: People of this department itself.

        `course_code`: Only this course, and only people who must be trained in it.

        `weeks`: Weeks of seven days, the first one begins today.
        """
        return self._call(Request("GET", "/api/v1/compliance/forecast", query={"department_id": department_id, "course_code": course_code, "weeks": weeks}, deadline_s=deadline_s, on_answer=on_answer))


class Gate:
    def __init__(self, call: Call) -> None:
        self._call = call

    def ask(
        self,
        *,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GateAnswer:
        """Ask whether a person may do a work today.

        With `course_code` each course of that work must be held today: COMPLIANT, EXPIRING_SOON, or completed where the course issues no certificates. Without it nothing that is required of the person may be overdue. Either way the account must be in use, employment have begun and not ended, and the company's contract hold. Each requirement says whether it is met, why not, and until when.

        Scope: `gate:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `employee_no`: Names the person; or send user_id.

        `user_id`: Names the person; or send employee_no.

        `course_code`: The work: a course, or a learning path, of which each mandatory course is needed. Default: what is required of the person.
        """
        return self._call(Request("GET", "/api/v1/gate", query={"employee_no": employee_no, "user_id": user_id, "course_code": course_code}, deadline_s=deadline_s, on_answer=on_answer))


class Webhooks:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        client_id: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscriptionList:
        """List the client's own webhook subscriptions.

        All of them, the oldest first, without secrets. Subscriptions of other clients are never shown.

        Scope: `webhooks:manage`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `client_id`: The calling client's own id, which changes nothing; any other one is refused.
        """
        return self._call(Request("GET", "/api/v1/webhooks/subscriptions", query={"client_id": client_id}, deadline_s=deadline_s, on_answer=on_answer))

    def create(
        self,
        body: t.CreateSubscriptionRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.NewWebhookSubscription:
        """Subscribe to events.

        The subscription is active at once: events that happen from now on are delivered to `target_url`. The answer is the only place of `secret_token`, with which deliveries are signed; a repetition by Idempotency-Key comes without it, so keep it before anything else, and rotate the secret if it was lost. Checks, in this order: the request (422 INVALID_URL for the target URL, UNKNOWN_EVENT_TYPE with suggestions, ids of filters that the organisation lacks), the host (403), whether its name leads to a private address (422), the organisation's quota (409). While the client itself is disabled or expired, its subscriptions rest: nothing is sent, and events wait for up to 30 days. A client that is revoked has no subscriptions any more.

        Scope: `webhooks:manage`.

        Problems: `WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/webhooks/subscriptions", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscription:
        """Read a webhook subscription.

        Without its secret. A subscription of another client is answered like one that does not exist.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    def change(
        self,
        id: str,
        body: t.ChangeSubscriptionRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscription:
        """Change a webhook subscription.

        JSON Merge Patch (RFC 7396): name, target_url, subscribed_events (the whole list), delivery_format, department_ids and course_ids (the whole lists; null: no filter) can change; the record's other members are accepted and ignored. The checks are those of create. Deliveries that are pending go to the new URL. Filters and types hold for what happens from now on: what waits is sent, and what happened before is not. A subscription that is disabled stays so until it is enabled.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("PATCH", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> None:
        """Delete a webhook subscription.

        Its secrets are forgotten, pending deliveries are not sent any more, and its delivery log can no longer be read. An attempt that is under way may still arrive. Events of the last 30 days remain in the event feed.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("DELETE", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}", if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    def enable(
        self,
        id: str,
        body: Optional[t.EnableSubscriptionRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscription:
        """Enable a disabled webhook subscription.

        Its failures are forgotten, and `pending_deliveries` are now sent: oldest first, one at a time to begin with and more with each success, while one in four goes to what has happened since. A degraded subscription is set back likewise; an active one stays as it is. Test the receiver with a ping first.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/enable", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def ping(
        self,
        id: str,
        body: Optional[t.PingSubscriptionRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookPing:
        """Send a test event.

        Sends an event of type ping at once, signed like every delivery, and answers with the result of the one attempt, after 5 seconds at most: `status` is succeeded or failed, `error` says why. It is possible while the subscription is disabled, is not repeated and counts neither as a failure nor as a success. The delivery log lists it. At most five pings of an organisation are under way together.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/ping", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def rotate_secret(
        self,
        id: str,
        body: Optional[t.RotateSubscriptionSecretRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.RotatedSecret:
        """Rotate the signing secret.

        The new secret signs at once, and the answer is the only place where it is shown; a repetition by Idempotency-Key comes without it. For `grace_days` each delivery carries a second signature of the previous secret, so that receivers can change over at leisure; rotating again meanwhile ends the older one, so that there are never more than two.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/rotate-secret", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[t.DeliveryStatus] = None,
        event_type: Optional[t.EventType] = None,
        event_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookDeliveryList:
        """Read the delivery log of a subscription.

        The newest first, each with its attempts: metadata only, kept for 30 days after a delivery has ended. Pings are listed, too. A walk by cursor sees every delivery that was there when it began, once; new ones stand before its first page.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `status`: Only those in this status.

        `event_type`: Only of events of this type.

        `event_id`: Only of this event.

        `since`: A timestamp from 1900 on, RFC 3339: only those created at or after it.

        `until`: A timestamp from 1900 on, RFC 3339: only those created before it.
        """
        return self._call(Request("GET", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/deliveries", query={"limit": limit, "offset": offset, "cursor": cursor, "status": status, "event_type": event_type, "event_id": event_id, "since": since, "until": until}, deadline_s=deadline_s, on_answer=on_answer))

    def each_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        status: Optional[t.DeliveryStatus] = None,
        event_type: Optional[t.EventType] = None,
        event_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[t.WebhookDelivery]:
        """Read the delivery log of a subscription, all pages of them: one entry after the other, each page asked for when it is needed."""
        query: Dict[str, Any] = {"limit": limit, "status": status, "event_type": event_type, "event_id": event_id, "since": since, "until": until}
        return Walk(lambda place: self.deliveries(id, **{**query, **place}, deadline_s=deadline_s), member="deliveries", by="cursor")

    def retry(
        self,
        id: str,
        delivery_id: str,
        body: Optional[t.RetryDeliveryRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookDelivery:
        """Retry a failed delivery.

        One more attempt, as soon as possible, to the subscription's present URL; if it fails, the delivery has failed again. Other deliveries keep their schedules. Of two requests at once one is answered 409.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `DELIVERY_NOT_FAILED`, `TOO_MANY_ATTEMPTS`, `SUBSCRIPTION_DISABLED`, `EVENT_NOT_KEPT`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/deliveries/{quote(delivery_id, safe='')}/retry", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def retry_by_id(
        self,
        delivery_id: str,
        body: Optional[t.RetryDeliveryByIdRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookDelivery:
        """Retry a failed delivery, named by itself.

        The same as under the address of its subscription.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `DELIVERY_NOT_FAILED`, `TOO_MANY_ATTEMPTS`, `SUBSCRIPTION_DISABLED`, `EVENT_NOT_KEPT`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/webhooks/deliveries/{quote(delivery_id, safe='')}/retry", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def replay(
        self,
        id: str,
        body: t.ReplayEventsRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookReplay:
        """Deliver stored events again.

        For a receiver that has lost something: every event of the subscription's types that was created in the interval gets a new delivery with a schedule of its own, the oldest first, whether it was acknowledged before or not; deduplicate by event id. Events from before the subscription count, too. What waits to be delivered to it already is not queued twice, and new events do not wait behind a replay: one delivery in four is theirs. While the subscription is disabled, the replay waits until it is enabled.

        Events are kept for 30 days; an earlier `since` brings what there is. One request queues about 10,000 events; while `next_since` is not null, send it again with that.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/replay", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class Events:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        type: Optional[t.FeedEventType] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.EventFeed:
        """Read the events of the organisation.

        Everything that webhooks tell, subscribed to or not, the oldest first, for 30 days: for recovery, or in place of webhooks. Keep `resume_cursor` and go on from there: nothing is missed, however late it was committed, and nothing comes twice. Pings are not among them. A program that was away for more than 30 days reads the records instead.

        Scope: `webhooks:manage`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `cursor`: A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`.

        `since`: A timestamp from 1900 on, RFC 3339: only events created at or after it. Not together with `cursor`.

        `type`: Only events of this type; may change from page to page.
        """
        return self._call(Request("GET", "/api/v1/events", query={"limit": limit, "cursor": cursor, "since": since, "type": type}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        type: Optional[t.FeedEventType] = None,
        deadline_s: Optional[float] = None,
    ) -> Walk[Union[t.CourseCompletedEvent, t.CourseFailedEvent, t.ComplianceCertifiedEvent, t.ComplianceExpiredEvent, t.ComplianceStatusChangedEvent, t.EnrollmentAssignedEvent, t.EnrollmentUpdatedEvent, t.EnrollmentCancelledEvent, t.GroupMemberJoinedEvent, t.GroupMemberLeftEvent, t.UserCreatedEvent, t.UserUpdatedEvent, t.UserDeactivatedEvent, t.UserReactivatedEvent, t.UserAnonymizedEvent]]:
        """Read the events of the organisation, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`cursor`).
        """
        query: Dict[str, Any] = {"limit": limit, "cursor": cursor, "since": since, "type": type}
        return Walk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="events", by="cursor", first_only=("since",))


class Sandbox:
    def __init__(self, call: Call) -> None:
        self._call = call

    def clock(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.SandboxClock:
        """Read the clock of a sandbox organisation.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return self._call(Request("GET", "/api/v1/sandbox/clock", deadline_s=deadline_s, on_answer=on_answer))

    def advance(
        self,
        body: t.AdvanceSandboxClockRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.SandboxClock:
        """Move the clock of a sandbox organisation forward.

        By a duration or to an instant; forward only, at most ten years at once, and not beyond the year 2199. The clock then runs on with real time. The answer comes when everything that time alone does up to then has been done, in its order: at each midnight accounts whose employment or contract has ended, flags, expiries, renewals, and what was blocked and is tried again; and the attempts at webhook deliveries, each when it becomes due. Should that take longer than 290 seconds, the answer gives the instant reached; the same request with `now` goes on from there.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", "/api/v1/sandbox/clock", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    def progress(
        self,
        id: str,
        body: t.ReportLearnerProgressRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Do what a learner would do, in a sandbox organisation.

        Starts an enrollment, or ends an attempt at it: a completed one completes the enrollment, a failed one uses up one of `attempts_allowed`. Events and certificates follow as if a learner had done it.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `ENROLLMENT_NOT_OPEN`, `PERSON_NOT_ACTIVE`, `LEARNING_PATH_FOLLOWS_COURSES`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return self._call(Request("POST", f"/api/v1/sandbox/enrollments/{quote(id, safe='')}/progress", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class Operations:
    """All operations of the contract, in groups."""

    def __init__(self, call: Call) -> None:
        self.service = Service(call)
        self.client = Client(call)
        self.departments = Departments(call)
        self.contractors = Contractors(call)
        self.groups = Groups(call)
        self.rules = Rules(call)
        self.users = Users(call)
        self.imports = Imports(call)
        self.courses = Courses(call)
        self.enrollments = Enrollments(call)
        self.attempts = Attempts(call)
        self.certificates = Certificates(call)
        self.compliance = Compliance(call)
        self.gate = Gate(call)
        self.webhooks = Webhooks(call)
        self.events = Events(call)
        self.sandbox = Sandbox(call)


class AsyncService:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def authorization_server(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.AuthorizationServerMetadata:
        """Read where and how tokens are issued.

        OAuth 2.0 authorization server metadata (RFC 8414), for libraries that configure themselves. A token request also names the organisation in X-Tenant-Code, for which the metadata has no word.

        Problems: `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/.well-known/oauth-authorization-server", deadline_s=deadline_s, on_answer=on_answer))

    async def contract(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> Dict[str, Any]:
        """Read this document.

        Problems: `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/openapi.json", deadline_s=deadline_s, on_answer=on_answer))

    async def problems(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ProblemDescriptionList:
        """List the kinds of problems.

        A page for people; JSON when Accept names application/json and not text/html.

        Problems: `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/problems", deadline_s=deadline_s, on_answer=on_answer))

    async def problem(
        self,
        slug: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ProblemDescription:
        """Read what a problem `type` means.

        A page for people; JSON when Accept names application/json and not text/html.

        Problems: `NOT_FOUND`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/problems/{quote(slug, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def event_schema(
        self,
        type: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> Dict[str, Any]:
        """Read the JSON Schema of an event type.

        The same as in this document's `webhooks`, as a document of its own, for receivers that validate what they get.

        Problems: `NOT_FOUND`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/schemas/events/{quote(type, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def liveness(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Liveness:
        """Is the process alive?.

        Always 200 while the process can answer at all, whatever the database does.

        Problems: `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/healthz", deadline_s=deadline_s, on_answer=on_answer))

    async def readiness(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ReadinessReport:
        """Does the process want requests?.

        Problems: `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/readyz", deadline_s=deadline_s, on_answer=on_answer))


class AsyncClient:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.OwnClient:
        """Read the client that is calling.

        Name, organisation, scopes, limits and what is used of them. Needs no scope and takes no token of the rate limit, so that it answers also where that is used up; at most 60 times within a minute, else 429 with `limit_name` `own_client`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/api/v1/client", deadline_s=deadline_s, on_answer=on_answer))


class AsyncDepartments:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.DepartmentList:
        """List departments.

        All departments of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.

        Scope: `users:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name or code; case and diacritics do not count.

        `active`: Only departments that are, or are not, in use; without it, both.
        """
        return await self._call(Request("GET", "/api/v1/departments", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Department]:
        """List departments, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "active": active}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="departments", by="cursor")

    async def create(
        self,
        body: t.CreateDepartmentRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Department:
        """Create a department.

        Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/departments", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Department:
        """Read a department.

        Scope: `users:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/departments/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeDepartmentRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Department:
        """Change a department.

        JSON Merge Patch (RFC 7396). Renamed, moved (`parent_id`, null for the top), taken out of use (`active: false`: 409 while active people or sub-departments belong to it) or brought back. After a move, rules and dynamic groups are evaluated in the background.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PLACE_STATE_BLOCKED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/departments/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))


class AsyncContractors:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ContractorList:
        """List contractor companies.

        All contractor companies of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.

        Scope: `users:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name, code or tax number; case and diacritics do not count.

        `active`: Only companies that are, or are not, in use; without it, both.
        """
        return await self._call(Request("GET", "/api/v1/contractors", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Contractor]:
        """List contractor companies, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "active": active}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="contractors", by="cursor")

    async def create(
        self,
        body: t.CreateContractorRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Contractor:
        """Create a contractor company.

        Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/contractors", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Contractor:
        """Read a contractor company.

        Scope: `users:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/contractors/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeContractorRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Contractor:
        """Change a contractor company.

        JSON Merge Patch (RFC 7396). `active: false` takes it out of use (409 while active people belong to it), `true` brings it back. At the end of `contract_valid_until` its people are deactivated.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PLACE_STATE_BLOCKED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/contractors/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))


class AsyncGroups:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        kind: Optional[t.GroupKind] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GroupList:
        """List groups.

        In the order of their names. With `updated_since` also those that have ended (`retired_at`); who joins or leaves is no change of the group, but an event.

        Scope: `structure:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name or code; case and diacritics do not count.
        """
        return await self._call(Request("GET", "/api/v1/groups", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "kind": kind}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        kind: Optional[t.GroupKind] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Group]:
        """List groups, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "kind": kind}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="groups", by="cursor")

    async def create(
        self,
        body: t.CreateGroupRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Group:
        """Create a group.

        Its code is unique. A dynamic group has `conditions`, and its members are found in the background; a manual one has none.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/groups", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Group:
        """Read a group.

        Scope: `structure:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/groups/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeGroupRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Group:
        """Change a group.

        What is left out stays; `conditions` and `course_ids` are replaced as a whole. Of a group that an identity provider keeps, only what it asks for can be changed.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/groups/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def retire(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> None:
        """End a group for good.

        All members leave it in the background, as its `on_leave` says. Its code is free again.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("DELETE", f"/api/v1/groups/{quote(id, safe='')}", if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def members(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GroupMemberList:
        """List the members of a group.

        Scope: `structure:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.
        """
        return await self._call(Request("GET", f"/api/v1/groups/{quote(id, safe='')}/members", query={"limit": limit, "offset": offset, "cursor": cursor}, deadline_s=deadline_s, on_answer=on_answer))

    def each_members(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.GroupMember]:
        """List the members of a group, all pages of them: one entry after the other, each page asked for when it is needed."""
        query: Dict[str, Any] = {"limit": limit}
        return AsyncWalk(lambda place: self.members(id, **{**query, **place}, deadline_s=deadline_s), member="members", by="cursor")

    async def move_members(
        self,
        id: str,
        body: t.MoveGroupMembersRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GroupMembersMoved:
        """Let people join or leave a manual group.

        Up to 1000 rows in one transaction, answered in their order; a refused row holds up no other. Who joins is assigned the group's courses, who leaves keeps what `on_leave` says. Takes one token of the rate limit. Moved people times courses of the group, those of its learning paths included, may be 5000 (422 TOO_LONG).

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `MEMBERS_BY_CONDITIONS`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/groups/{quote(id, safe='')}/members", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class AsyncRules:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.RuleList:
        """List rules.

        In the order of their names. With `updated_since` also those that have ended (`retired_at`).

        Scope: `structure:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `q`: Part of the name; case and diacritics do not count.

        `active`: Only rules that are, or are not, switched on; without it, both.
        """
        return await self._call(Request("GET", "/api/v1/rules", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Rule]:
        """List rules, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "q": q, "active": active}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="rules", by="cursor")

    async def create(
        self,
        body: t.CreateRuleRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Rule:
        """Create a rule.

        Its name is unique. All people are evaluated by it in the background; `evaluation` says how far that is.

        Scope: `structure:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/rules", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Rule:
        """Read a rule.

        Scope: `structure:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/rules/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeRuleRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Rule:
        """Change a rule.

        What is left out stays; `conditions` and `course_ids` are replaced as a whole. Followed in the background.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/rules/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def retire(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> None:
        """End a rule for good.

        It applies to no one any more; what it asked for ends as its `on_leave` says, in the background.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("DELETE", f"/api/v1/rules/{quote(id, safe='')}", if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def preview(
        self,
        body: t.PreviewRuleRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ChangePreview:
        """See what saving a rule would do.

        The evaluation of the change itself, without writing; with `id`, of the rule that it would replace. All people are compared; enrollments and seats are worked out for a bounded number, which the answer names.

        Scope: `structure:write`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/rules/preview", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class AsyncUsers:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        department_id: Optional[str] = None,
        include_subdepartments: Optional[bool] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        manager_id: Optional[str] = None,
        include_indirect_reports: Optional[bool] = None,
        status: Optional[t.PersonStatus] = None,
        email: Optional[str] = None,
        q: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.PersonList:
        """List people.

        People in the order in which they were created, those who have left included unless `status` says otherwise. A filter by an unknown id finds no one. With `updated_since`: the people who have changed, the earliest change first; that their department, company or manager is renamed is no change of them.

        Scope: `users:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `employee_no`: Exactly this one; letter case does not count.

        `include_subdepartments`: With `department_id`: also the people of all departments below it.

        `manager_id`: The people of this manager.

        `include_indirect_reports`: With `manager_id`: also the people of these people, down to the last.

        `email`: Exactly this address; letter case does not count.

        `q`: Part of the name, employee number, login or e-mail address; case and diacritics do not count.
        """
        return await self._call(Request("GET", "/api/v1/users", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "employee_no": employee_no, "department_id": department_id, "include_subdepartments": include_subdepartments, "worker_type": worker_type, "contractor_id": contractor_id, "manager_id": manager_id, "include_indirect_reports": include_indirect_reports, "status": status, "email": email, "q": q}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        department_id: Optional[str] = None,
        include_subdepartments: Optional[bool] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        manager_id: Optional[str] = None,
        include_indirect_reports: Optional[bool] = None,
        status: Optional[t.PersonStatus] = None,
        email: Optional[str] = None,
        q: Optional[str] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Person]:
        """List people, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "employee_no": employee_no, "department_id": department_id, "include_subdepartments": include_subdepartments, "worker_type": worker_type, "contractor_id": contractor_id, "manager_id": manager_id, "include_indirect_reports": include_indirect_reports, "status": status, "email": email, "q": q}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="users", by="cursor")

    async def create(
        self,
        body: t.CreateUserRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Person:
        """Create a person.

        The department and the contractor company must exist; names are matched whatever their case, diacritics and extra spaces. The account has no password until the first sign-in. A create that is repeated after a timeout is safe: 409 means that the person exists. Courses that rules and dynamic groups ask for are assigned at once. Members of the record that cannot be set are accepted and ignored, so that a record that was read can be written.

        Scope: `users:write`.

        Problems: `PERSON_ALREADY_EXISTS`, `SANDBOX_FULL`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/users", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Person:
        """Read a person.

        Send the ETag back as If-None-Match to save the body, or as If-Match of a PATCH to change only what was read.

        Scope: `users:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/users/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeUserRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Person:
        """Change a person.

        A JSON Merge Patch (RFC 7396), as application/json or application/merge-patch+json: what is left out stays, null clears an optional field, `attributes` is merged key by key. `active: false` deactivates the account: enrollments that were not started are cancelled, started ones withdrawn. `active: true` brings a deactivated account back; nothing is revived, but rules run again, and an `employment_end_date` that has passed is cleared unless the request sends one. Rules and dynamic groups follow every change at once: what newly applies is assigned, what no longer does is cancelled where it was not started. A change that changes nothing leaves `updated_at` and ETag as they are.

        Scope: `users:write`.

        Problems: `NOT_FOUND`, `MANAGED_ELSEWHERE`, `PERSON_ALREADY_EXISTS`, `PERSON_SUSPENDED`, `PERSON_ANONYMIZED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/users/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))


class AsyncImports:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.PeopleImport:
        """See how an import stands.

        Ask again every few seconds while `status` is queued or running.

        Scope: `users:write`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/imports/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def report(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> str:
        """Read the report of an import.

        Every row that is not unchanged, with its changes, effects and errors; complete once the import is finished. A cell that a spreadsheet would take for a formula begins with an apostrophe.

        Scope: `users:write`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/imports/{quote(id, safe='')}/report.csv", as_text=True, deadline_s=deadline_s, on_answer=on_answer))

    async def create(
        self,
        body: AsyncUpload,
        *,
        dry_run: Optional[bool] = None,
        deactivate_missing: Optional[bool] = None,
        max_deactivate_percent: Optional[int] = None,
        format: Optional[t.ImportFormat] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.PeopleImport:
        """Synchronise people from a file.

        One request for a whole company: people are looked up by `employee_no`, and created, changed or left as they are. The answer comes when the file has arrived, for which there are 30 seconds; the work goes on in the background. Compress nothing, and split what a slow line cannot carry.

        **CSV** as in RFC 4180: UTF-8, commas (or semicolons or tabs, where the header has them), a header row with the names of the fields of a person, custom attributes as `attributes.<key>`, lists in one cell separated by `|`. An apostrophe before what a spreadsheet would take for a formula (`'=`, `'+`, `'-`, `'@`), as exports have it, is left out. A column that is not there says nothing; an empty cell clears an optional field, and says nothing for `worker_type` and `active`. **NDJSON**: each line the body of a create or of a PATCH.

        A file that cannot be read to its end, names an unknown column or has more than 1,000,000 rows fails as a whole, with the line. A row that cannot be taken is reported and holds up no other one; an address that passes from one person to another does so within 250 rows or with the next import. `active` deactivates people and brings them back.

        Files of an organisation are carried out one after the other, in the order in which they began to arrive; a dry run waits for none. A file may have 64 MiB. An import that is repeated brings about the same state; Idempotency-Key is refused here.

        Scope: `users:write`.

        Problems: `TOO_MANY_IMPORTS`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `dry_run`: Tells what would happen, and changes nothing.

        `deactivate_missing`: The file lists all people: active people who are not in it are deactivated, people in it who have left come back, unless their row says that the employment has ended, or their company's contract has; such a row creates no new person either. People who are managed by SCIM, or were created after the upload, stay.

        `max_deactivate_percent`: With `deactivate_missing`: if more of the active people would be deactivated, the whole import fails and changes nothing.

        `format`: With `application/octet-stream`: what the file is. Default: csv. The other media types say it themselves.
        """
        return await self._call(Request("POST", "/api/v1/imports/users", query={"dry_run": dry_run, "deactivate_missing": deactivate_missing, "max_deactivate_percent": max_deactivate_percent, "format": format}, upload=body, media_type="application/octet-stream", deadline_s=deadline_s, on_answer=on_answer))


class AsyncCourses:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        assignable: Optional[bool] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.CourseList:
        """List courses and learning paths.

        The organisation's catalogue, in the order of the codes. `assignable` and `unassignable_reason` hold for the organisation's today: the first of inactive, license_expired and path_only that applies. A licence whose seats are all taken does not make a course unassignable; `license.seats_free` is 0 then. Send the ETag back as If-None-Match: 304 saves the body.

        Scope: `enrollments:write` or `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `assignable`: Only courses that can, or cannot, be assigned today.

        `q`: Part of the title or code; case and diacritics do not count.

        `active`: Only courses that are, or are not, in use.
        """
        return await self._call(Request("GET", "/api/v1/course-catalog", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "assignable": assignable, "q": q, "active": active}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        assignable: Optional[bool] = None,
        q: Optional[str] = None,
        active: Optional[bool] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Course]:
        """List courses and learning paths, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "assignable": assignable, "q": q, "active": active}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="courses", by="cursor")


class AsyncEnrollments:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.EnrollmentStatus] = None,
        source: Optional[t.EnrollmentSource] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.EnrollmentList:
        """List enrollments.

        In the order of their creation; with `updated_since` in the order of their changes. A filter by what does not exist finds nothing. What moves its flag, or the status of its certificate, from elsewhere, such as time, an exemption or a revocation, is no change of the enrollment: `GET /api/v1/compliance/changes` and the list of certificates tell of it.

        Scope: `enrollments:write` or `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `employee_no`: Only of the person with this employee number.

        `user_id`: Only of this person.

        `course_code`: Only of the course with this code.
        """
        return await self._call(Request("GET", "/api/v1/enrollments", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status, "source": source}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.EnrollmentStatus] = None,
        source: Optional[t.EnrollmentSource] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Enrollment]:
        """List enrollments, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status, "source": source}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="enrollments", by="cursor")

    async def assign(
        self,
        body: t.AssignCourseRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Assign a course or learning path to a person.

        Names the person by employee_no or user_id and the course by course_code or course_id. A learning path also assigns those of its courses in use that the person does not have in this cycle; they carry its id as parent_enrollment_id. Where all of them are completed already, so is the path at once. Checks, in this order: the request's shape, unknown person or course, existing enrollment (409), account, dates and cycle, assignability, seats (409). So a repeated request is answered with 409 ENROLLMENT_ALREADY_EXISTS whatever has happened since the first one; only a repetition across the turn of the cycle needs an explicit cycle_year or an Idempotency-Key. Emits enrollment.assigned for each enrollment.

        Scope: `enrollments:write`.

        Problems: `ENROLLMENT_ALREADY_EXISTS`, `SEAT_LIMIT_REACHED`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `COURSE_NOT_ASSIGNABLE`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/enrollments", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Read an enrollment.

        Scope: `enrollments:write` or `compliance:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/enrollments/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeEnrollmentRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Change the due date of an enrollment.

        JSON Merge Patch (RFC 7396): due_date is the only member that can change, null clears it; the record's other members are accepted and ignored. The open courses of a learning path that share its due date move with it.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `ENROLLMENT_NOT_CHANGEABLE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/enrollments/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def cancel(
        self,
        id: str,
        body: Optional[t.CancelEnrollmentRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Cancel an enrollment that was not started.

        Frees its seat as the licence allows, and emits enrollment.cancelled. A learning path's courses that were not started are cancelled with it, but those that a rule or a group asks for besides. An enrollment that is cancelled already is answered with 200 and stays as it is, so that the request is safe to repeat.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `ENROLLMENT_NOT_CANCELLABLE`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/enrollments/{quote(id, safe='')}/cancel", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def assign_batch(
        self,
        body: t.AssignCoursesRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.EnrollmentBatchAnswer:
        """Assign courses to many people.

        Up to 1000 rows, each with the members of `POST /api/v1/enrollments` and answered as there, in the order of the request; seats go to the first rows. A refused row holds up no other. One transaction: after a 5xx, repeat it. Takes one token of the rate limit. With the courses of learning paths, at most 5000 enrollments (422 TOO_LONG).

        Scope: `enrollments:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/enrollments/batch", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class AsyncAttempts:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def report(
        self,
        body: t.ReportAttemptRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Attempt:
        """Report the result of an attempt at a course that is held elsewhere.

        For systems that hold courses themselves. The attempt counts to the person's oldest open enrollment in the course, or to that of `cycle_year`, by the same rules as every attempt: attempts allowed, pass score, certificate, events and compliance follow, dated by `completed_at`. `external_id` is the sender's own id: reported again with the same content, an attempt counts once and is `replayed`; with other content it is refused (EXTERNAL_ID_REUSED). Emits course.completed or course.failed, and compliance.certified where a certificate is issued.

        Scope: `attempts:write`.

        Problems: `COURSE_HELD_HERE`, `NO_OPEN_ENROLLMENT`, `NO_ATTEMPTS_LEFT`, `LEARNING_PATH_FOLLOWS_COURSES`, `PERSON_NOT_ACTIVE`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `EXTERNAL_ID_REUSED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/attempts", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def report_batch(
        self,
        body: t.ReportAttemptsRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.AttemptBatchAnswer:
        """Report the results of many attempts.

        Up to 500 rows, each with the members of `POST /api/v1/attempts` and answered as there, in the order of the request. A refused row holds up no other. Each row is recorded by itself: after a 5xx or a timeout, repeat the request; rows that were recorded are then `replayed`. Takes one token of the rate limit.

        Scope: `attempts:write`.

        Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/attempts/batch", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class AsyncCertificates:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.CertificateStatus] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.CertificateList:
        """List certificates.

        In the order in which they were issued; with `updated_since` in the order of their changes. Revoked ones and those that have ended stay in the list. A filter by what does not exist finds nothing. A status that changes by time alone is no change of the certificate, except its end, on the day after it.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `updated_since`: A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.

        `employee_no`: Only of the person with this employee number.

        `user_id`: Only of this person.

        `course_code`: Only of the course with this code.

        `status`: Only those that are so today.
        """
        return await self._call(Request("GET", "/api/v1/certificates", query={"limit": limit, "offset": offset, "cursor": cursor, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        updated_since: Optional[str] = None,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        status: Optional[t.CertificateStatus] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.Certificate]:
        """List certificates, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`updated_since`).
        """
        query: Dict[str, Any] = {"limit": limit, "updated_since": updated_since, "employee_no": employee_no, "user_id": user_id, "course_code": course_code, "status": status}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="certificates", by="cursor")

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Certificate:
        """Read a certificate.

        Scope: `compliance:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/certificates/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def pdf(
        self,
        id: str,
        *,
        language: Optional[t.Language] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> bytes:
        """Print a certificate.

        The page that the panel prints: with the words that held when the certificate was issued, the address where it is checked, and a mark where it has ended, was superseded or was revoked. The certificate of a person whose data were erased is printed without the name, external evidence as a page that says who issued it, without the file that is kept with it. The ETag is weak, because each document says when it was made, and another one on each day, because it says of which day its status is.

        Scope: `compliance:read`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `language`: Of the words around what the organisation writes. Default: that of Accept-Language, else en.
        """
        return await self._call(Request("GET", f"/api/v1/certificates/{quote(id, safe='')}/pdf", query={"language": language}, as_bytes=True, deadline_s=deadline_s, on_answer=on_answer))


class AsyncCompliance:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def matrix(
        self,
        *,
        department_id: Optional[str] = None,
        course_code: Optional[str] = None,
        department_query: Optional[str] = None,
        compliance_flag: Optional[t.ComplianceFlag] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        as_of: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceMatrix:
        """Read the compliance matrix.

        One row for each active person, in the order of their names, with the flag of every course in scope. `compliance_flag` keeps the rows whose worst flag in scope is that one, and leaves the summary alone: a tile that says 9 opens exactly 9 rows. With `course_code` only people who must be trained in that course have a row. A filter by what does not exist finds no rows. Suspended people have none. `as_of` looks back through the whole history, which may take some seconds; while one such answer is being found for an organisation, another one is refused with 503. Send the ETag back as If-None-Match: 304 saves the body while nothing has changed.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `department_id`: People of this department itself.

        `course_code`: Only this course, and only people who must be trained in it.

        `department_query`: Departments whose name contains this; if none does, those whose name is like it: one typo in each word is overlooked. Case, diacritics and extra spaces do not count. Beside `department_id` both must hold.

        `compliance_flag`: Only people whose worst flag in scope is this one. The summary does not heed it.

        `contractor_id`: People of this company.

        `as_of`: A date or a timestamp from 1900 on, not in the future: the matrix as it stood at the end of a date in the organisation's time zone, or at an instant. Names, and the departments that `department_query` finds, are those of today.

        `limit`: Entries on one page.

        `offset`: Entries to skip.
        """
        return await self._call(Request("GET", "/api/v1/compliance/matrix", query={"department_id": department_id, "course_code": course_code, "department_query": department_query, "compliance_flag": compliance_flag, "worker_type": worker_type, "contractor_id": contractor_id, "as_of": as_of, "limit": limit, "offset": offset}, deadline_s=deadline_s, on_answer=on_answer))

    def each_matrix(
        self,
        *,
        department_id: Optional[str] = None,
        course_code: Optional[str] = None,
        department_query: Optional[str] = None,
        compliance_flag: Optional[t.ComplianceFlag] = None,
        worker_type: Optional[t.WorkerType] = None,
        contractor_id: Optional[str] = None,
        as_of: Optional[str] = None,
        limit: Optional[int] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.MatrixRow]:
        """Read the compliance matrix, all pages of them: one entry after the other, each page asked for when it is needed."""
        query: Dict[str, Any] = {"department_id": department_id, "course_code": course_code, "department_query": department_query, "compliance_flag": compliance_flag, "worker_type": worker_type, "contractor_id": contractor_id, "as_of": as_of, "limit": limit}
        return AsyncWalk(lambda place: self.matrix(**{**query, **place}, deadline_s=deadline_s), member="rows", by="offset")

    async def explain(
        self,
        *,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        course_id: Optional[str] = None,
        as_of: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceExplanation:
        """Explain a flag.

        Why the flag of one person for one course is what it is, with reasons for programs and for people, what time alone will make of it, and the records behind it. Where nothing is required `status` is null, and the reasons say why. A past `as_of` is answered from history: what was known at the end of that day, not what came to light later.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `employee_no`: The person; or send `user_id`.

        `course_code`: The course; or send `course_id`.

        `as_of`: A date, not after today: what was known at its end. Without it, or for today: what the facts say now.
        """
        return await self._call(Request("GET", "/api/v1/compliance/explain", query={"employee_no": employee_no, "user_id": user_id, "course_code": course_code, "course_id": course_id, "as_of": as_of}, deadline_s=deadline_s, on_answer=on_answer))

    async def changes(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceChanges:
        """List changes of flags.

        Every change of a flag, by whatever caused it. Of two that were made at once the later may stand first: what stands of a flag is the change with the latest `changed_at`, and where that is the same, `previous_status` tells their order. Walk by `next_cursor`; keep `resume_cursor` of the last page and go on from it later: nothing is missed and nothing comes twice.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `cursor`: A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`.

        `since`: A timestamp from 1900 on, RFC 3339: only changes at or after it. Not together with `cursor`.
        """
        return await self._call(Request("GET", "/api/v1/compliance/changes", query={"limit": limit, "cursor": cursor, "since": since}, deadline_s=deadline_s, on_answer=on_answer))

    def each_changes(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[Dict[str, Any]]:
        """List changes of flags, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`cursor`).
        """
        query: Dict[str, Any] = {"limit": limit, "cursor": cursor, "since": since}
        return AsyncWalk(lambda place: self.changes(**{**query, **place}, deadline_s=deadline_s), member="changes", by="cursor", first_only=("since",))

    async def forecast(
        self,
        *,
        department_id: Optional[str] = None,
        course_code: Optional[str] = None,
        weeks: Optional[int] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.ComplianceForecast:
        """Forecast flags and seats.

        What the weeks to come bring if nothing but time happens: entries that become OVERDUE or EXPIRING_SOON by their next change, certificates that end, and for each licence the seats that renewals will take and people wait for already, beside those that are free. A filter without a match returns zeros.

        Scope: `compliance:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `department_id`: People of this department itself.

        `course_code`: Only this course, and only people who must be trained in it.

        `weeks`: Weeks of seven days, the first one begins today.
        """
        return await self._call(Request("GET", "/api/v1/compliance/forecast", query={"department_id": department_id, "course_code": course_code, "weeks": weeks}, deadline_s=deadline_s, on_answer=on_answer))


class AsyncGate:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def ask(
        self,
        *,
        employee_no: Optional[str] = None,
        user_id: Optional[str] = None,
        course_code: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.GateAnswer:
        """Ask whether a person may do a work today.

        With `course_code` each course of that work must be held today: COMPLIANT, EXPIRING_SOON, or completed where the course issues no certificates. Without it nothing that is required of the person may be overdue. Either way the account must be in use, employment have begun and not ended, and the company's contract hold. Each requirement says whether it is met, why not, and until when.

        Scope: `gate:read`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `employee_no`: Names the person; or send user_id.

        `user_id`: Names the person; or send employee_no.

        `course_code`: The work: a course, or a learning path, of which each mandatory course is needed. Default: what is required of the person.
        """
        return await self._call(Request("GET", "/api/v1/gate", query={"employee_no": employee_no, "user_id": user_id, "course_code": course_code}, deadline_s=deadline_s, on_answer=on_answer))


class AsyncWebhooks:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        client_id: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscriptionList:
        """List the client's own webhook subscriptions.

        All of them, the oldest first, without secrets. Subscriptions of other clients are never shown.

        Scope: `webhooks:manage`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `client_id`: The calling client's own id, which changes nothing; any other one is refused.
        """
        return await self._call(Request("GET", "/api/v1/webhooks/subscriptions", query={"client_id": client_id}, deadline_s=deadline_s, on_answer=on_answer))

    async def create(
        self,
        body: t.CreateSubscriptionRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.NewWebhookSubscription:
        """Subscribe to events.

        The subscription is active at once: events that happen from now on are delivered to `target_url`. The answer is the only place of `secret_token`, with which deliveries are signed; a repetition by Idempotency-Key comes without it, so keep it before anything else, and rotate the secret if it was lost. Checks, in this order: the request (422 INVALID_URL for the target URL, UNKNOWN_EVENT_TYPE with suggestions, ids of filters that the organisation lacks), the host (403), whether its name leads to a private address (422), the organisation's quota (409). While the client itself is disabled or expired, its subscriptions rest: nothing is sent, and events wait for up to 30 days. A client that is revoked has no subscriptions any more.

        Scope: `webhooks:manage`.

        Problems: `WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/webhooks/subscriptions", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def get(
        self,
        id: str,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscription:
        """Read a webhook subscription.

        Without its secret. A subscription of another client is answered like one that does not exist.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}", deadline_s=deadline_s, on_answer=on_answer))

    async def change(
        self,
        id: str,
        body: t.ChangeSubscriptionRequest,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscription:
        """Change a webhook subscription.

        JSON Merge Patch (RFC 7396): name, target_url, subscribed_events (the whole list), delivery_format, department_ids and course_ids (the whole lists; null: no filter) can change; the record's other members are accepted and ignored. The checks are those of create. Deliveries that are pending go to the new URL. Filters and types hold for what happens from now on: what waits is sent, and what happened before is not. A subscription that is disabled stays so until it is enabled.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("PATCH", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}", body=body, if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def delete(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> None:
        """Delete a webhook subscription.

        Its secrets are forgotten, pending deliveries are not sent any more, and its delivery log can no longer be read. An attempt that is under way may still arrive. Events of the last 30 days remain in the event feed.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("DELETE", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}", if_match=if_match, deadline_s=deadline_s, on_answer=on_answer))

    async def enable(
        self,
        id: str,
        body: Optional[t.EnableSubscriptionRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookSubscription:
        """Enable a disabled webhook subscription.

        Its failures are forgotten, and `pending_deliveries` are now sent: oldest first, one at a time to begin with and more with each success, while one in four goes to what has happened since. A degraded subscription is set back likewise; an active one stays as it is. Test the receiver with a ping first.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/enable", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def ping(
        self,
        id: str,
        body: Optional[t.PingSubscriptionRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookPing:
        """Send a test event.

        Sends an event of type ping at once, signed like every delivery, and answers with the result of the one attempt, after 5 seconds at most: `status` is succeeded or failed, `error` says why. It is possible while the subscription is disabled, is not repeated and counts neither as a failure nor as a success. The delivery log lists it. At most five pings of an organisation are under way together.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/ping", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def rotate_secret(
        self,
        id: str,
        body: Optional[t.RotateSubscriptionSecretRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.RotatedSecret:
        """Rotate the signing secret.

        The new secret signs at once, and the answer is the only place where it is shown; a repetition by Idempotency-Key comes without it. For `grace_days` each delivery carries a second signature of the previous secret, so that receivers can change over at leisure; rotating again meanwhile ends the older one, so that there are never more than two.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/rotate-secret", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[t.DeliveryStatus] = None,
        event_type: Optional[t.EventType] = None,
        event_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookDeliveryList:
        """Read the delivery log of a subscription.

        The newest first, each with its attempts: metadata only, kept for 30 days after a delivery has ended. Pings are listed, too. A walk by cursor sees every delivery that was there when it began, once; new ones stand before its first page.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `offset`: Entries to skip.

        `cursor`: A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.

        `status`: Only those in this status.

        `event_type`: Only of events of this type.

        `event_id`: Only of this event.

        `since`: A timestamp from 1900 on, RFC 3339: only those created at or after it.

        `until`: A timestamp from 1900 on, RFC 3339: only those created before it.
        """
        return await self._call(Request("GET", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/deliveries", query={"limit": limit, "offset": offset, "cursor": cursor, "status": status, "event_type": event_type, "event_id": event_id, "since": since, "until": until}, deadline_s=deadline_s, on_answer=on_answer))

    def each_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        status: Optional[t.DeliveryStatus] = None,
        event_type: Optional[t.EventType] = None,
        event_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[t.WebhookDelivery]:
        """Read the delivery log of a subscription, all pages of them: one entry after the other, each page asked for when it is needed."""
        query: Dict[str, Any] = {"limit": limit, "status": status, "event_type": event_type, "event_id": event_id, "since": since, "until": until}
        return AsyncWalk(lambda place: self.deliveries(id, **{**query, **place}, deadline_s=deadline_s), member="deliveries", by="cursor")

    async def retry(
        self,
        id: str,
        delivery_id: str,
        body: Optional[t.RetryDeliveryRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookDelivery:
        """Retry a failed delivery.

        One more attempt, as soon as possible, to the subscription's present URL; if it fails, the delivery has failed again. Other deliveries keep their schedules. Of two requests at once one is answered 409.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `DELIVERY_NOT_FAILED`, `TOO_MANY_ATTEMPTS`, `SUBSCRIPTION_DISABLED`, `EVENT_NOT_KEPT`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/deliveries/{quote(delivery_id, safe='')}/retry", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def retry_by_id(
        self,
        delivery_id: str,
        body: Optional[t.RetryDeliveryByIdRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookDelivery:
        """Retry a failed delivery, named by itself.

        The same as under the address of its subscription.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `DELIVERY_NOT_FAILED`, `TOO_MANY_ATTEMPTS`, `SUBSCRIPTION_DISABLED`, `EVENT_NOT_KEPT`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/webhooks/deliveries/{quote(delivery_id, safe='')}/retry", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def replay(
        self,
        id: str,
        body: t.ReplayEventsRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.WebhookReplay:
        """Deliver stored events again.

        For a receiver that has lost something: every event of the subscription's types that was created in the interval gets a new delivery with a schedule of its own, the oldest first, whether it was acknowledged before or not; deduplicate by event id. Events from before the subscription count, too. What waits to be delivered to it already is not queued twice, and new events do not wait behind a replay: one delivery in four is theirs. While the subscription is disabled, the replay waits until it is enabled.

        Events are kept for 30 days; an earlier `since` brings what there is. One request queues about 10,000 events; while `next_since` is not null, send it again with that.

        Scope: `webhooks:manage`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/webhooks/subscriptions/{quote(id, safe='')}/replay", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class AsyncEvents:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        type: Optional[t.FeedEventType] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.EventFeed:
        """Read the events of the organisation.

        Everything that webhooks tell, subscribed to or not, the oldest first, for 30 days: for recovery, or in place of webhooks. Keep `resume_cursor` and go on from there: nothing is missed, however late it was committed, and nothing comes twice. Pings are not among them. A program that was away for more than 30 days reads the records instead.

        Scope: `webhooks:manage`.

        Problems: `MISDIRECTED`, `VALIDATION_FAILED`.

        `limit`: Entries on one page.

        `cursor`: A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`.

        `since`: A timestamp from 1900 on, RFC 3339: only events created at or after it. Not together with `cursor`.

        `type`: Only events of this type; may change from page to page.
        """
        return await self._call(Request("GET", "/api/v1/events", query={"limit": limit, "cursor": cursor, "since": since, "type": type}, deadline_s=deadline_s, on_answer=on_answer))

    def each(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        since: Optional[str] = None,
        type: Optional[t.FeedEventType] = None,
        deadline_s: Optional[float] = None,
    ) -> AsyncWalk[Union[t.CourseCompletedEvent, t.CourseFailedEvent, t.ComplianceCertifiedEvent, t.ComplianceExpiredEvent, t.ComplianceStatusChangedEvent, t.EnrollmentAssignedEvent, t.EnrollmentUpdatedEvent, t.EnrollmentCancelledEvent, t.GroupMemberJoinedEvent, t.GroupMemberLeftEvent, t.UserCreatedEvent, t.UserUpdatedEvent, t.UserDeactivatedEvent, t.UserReactivatedEvent, t.UserAnonymizedEvent]]:
        """Read the events of the organisation, all pages of them: one entry after the other, each page asked for when it is needed.

        Its `resume_from`, once it has ended, is where the next walk begins (`cursor`).
        """
        query: Dict[str, Any] = {"limit": limit, "cursor": cursor, "since": since, "type": type}
        return AsyncWalk(lambda place: self.list(**{**query, **place}, deadline_s=deadline_s), member="events", by="cursor", first_only=("since",))


class AsyncSandbox:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def clock(
        self,
        *,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.SandboxClock:
        """Read the clock of a sandbox organisation.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
        """
        return await self._call(Request("GET", "/api/v1/sandbox/clock", deadline_s=deadline_s, on_answer=on_answer))

    async def advance(
        self,
        body: t.AdvanceSandboxClockRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.SandboxClock:
        """Move the clock of a sandbox organisation forward.

        By a duration or to an instant; forward only, at most ten years at once, and not beyond the year 2199. The clock then runs on with real time. The answer comes when everything that time alone does up to then has been done, in its order: at each midnight accounts whose employment or contract has ended, flags, expiries, renewals, and what was blocked and is tried again; and the attempts at webhook deliveries, each when it becomes due. Should that take longer than 290 seconds, the answer gives the instant reached; the same request with `now` goes on from there.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", "/api/v1/sandbox/clock", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))

    async def progress(
        self,
        id: str,
        body: t.ReportLearnerProgressRequest,
        *,
        idempotency_key: Optional[str] = None,
        deadline_s: Optional[float] = None,
        on_answer: Optional[OnAnswer] = None,
    ) -> t.Enrollment:
        """Do what a learner would do, in a sandbox organisation.

        Starts an enrollment, or ends an attempt at it: a completed one completes the enrollment, a failed one uses up one of `attempts_allowed`. Events and certificates follow as if a learner had done it.

        Scope: `enrollments:write`.

        Problems: `NOT_FOUND`, `ENROLLMENT_NOT_OPEN`, `PERSON_NOT_ACTIVE`, `LEARNING_PATH_FOLLOWS_COURSES`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
        """
        return await self._call(Request("POST", f"/api/v1/sandbox/enrollments/{quote(id, safe='')}/progress", body=body, takes_key=True, idempotency_key=idempotency_key, deadline_s=deadline_s, on_answer=on_answer))


class AsyncOperations:
    """All operations of the contract, in groups."""

    def __init__(self, call: AsyncCall) -> None:
        self.service = AsyncService(call)
        self.client = AsyncClient(call)
        self.departments = AsyncDepartments(call)
        self.contractors = AsyncContractors(call)
        self.groups = AsyncGroups(call)
        self.rules = AsyncRules(call)
        self.users = AsyncUsers(call)
        self.imports = AsyncImports(call)
        self.courses = AsyncCourses(call)
        self.enrollments = AsyncEnrollments(call)
        self.attempts = AsyncAttempts(call)
        self.certificates = AsyncCertificates(call)
        self.compliance = AsyncCompliance(call)
        self.gate = AsyncGate(call)
        self.webhooks = AsyncWebhooks(call)
        self.events = AsyncEvents(call)
        self.sandbox = AsyncSandbox(call)
