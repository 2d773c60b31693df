"""Addresses of the checkpoint log."""

from django.urls import path

from gateway.api.checkpoints import CheckpointsView, CheckpointView, ConsistencyView, LeavesView, SizedCheckpointView

urlpatterns = [
    path("checkpoint", CheckpointView.as_view()),
    path("checkpoints", CheckpointsView.as_view()),
    path("checkpoints/<int:size>", SizedCheckpointView.as_view()),
    path("checkpoints/<int:size>/leaves", LeavesView.as_view()),
    path("checkpoints/<int:size>/consistency", ConsistencyView.as_view()),
]
