#include "dlx/engine/layers/layer_forecast.h"

#include <vector>

#include "gtest/gtest.h"

namespace dlx::internal::layers {
namespace {

TEST(LayerForecastTest, TakesTheLastLayerForAMeasure) {
  // Six positions; before the first one there is nothing.
  LayerForecast forecast(std::vector<double>{2, 4, 8, 4, 0, 0});
  EXPECT_EQ(forecast.next_position(), 0);
  forecast.BeginLayer(0, 1);
  EXPECT_EQ(forecast.next_position(), 1);
  // Half as many bits as there could be, as long as nothing is known.
  EXPECT_DOUBLE_EQ(forecast.States(2), 4);
  EXPECT_DOUBLE_EQ(forecast.States(3), 16);
  // All there could be.
  forecast.BeginLayer(1, 4);
  EXPECT_DOUBLE_EQ(forecast.States(1), 4);
  EXPECT_DOUBLE_EQ(forecast.States(2), 16);
  EXPECT_DOUBLE_EQ(forecast.States(3), 256);
  // 2^3 states of 2^4: three quarters of the bits.
  forecast.BeginLayer(2, 8);
  EXPECT_DOUBLE_EQ(forecast.States(1), 4);
  EXPECT_DOUBLE_EQ(forecast.States(2), 8);
  EXPECT_DOUBLE_EQ(forecast.States(3), 64);
  EXPECT_DOUBLE_EQ(forecast.States(4), 8);
  EXPECT_DOUBLE_EQ(forecast.States(5), 1);
  EXPECT_DOUBLE_EQ(forecast.States(0, 6), 1 + 4 + 8 + 64 + 8 + 1);
  EXPECT_DOUBLE_EQ(forecast.States(3, 5), 72);
  EXPECT_DOUBLE_EQ(forecast.States(3, 3), 0);
}

TEST(LayerForecastTest, WhatSaysNothingChangesNothing) {
  LayerForecast forecast(std::vector<double>{2, 0, 2, 4});
  forecast.BeginLayer(0, 1);
  forecast.BeginLayer(1, 4);
  forecast.BeginLayer(2, 5);  // No frontier.
  EXPECT_DOUBLE_EQ(forecast.States(2), 5);
  EXPECT_DOUBLE_EQ(forecast.States(3), 4);
  forecast.BeginLayer(3, 1);  // One state, by chance.
  EXPECT_DOUBLE_EQ(forecast.States(4), 16);
}

TEST(LayerForecastTest, LayersThatAreLeftOutCountAsOne) {
  LayerForecast forecast(std::vector<double>{1, 2, 3});
  forecast.BeginLayer(2, 4);
  EXPECT_EQ(forecast.next_position(), 3);
  EXPECT_DOUBLE_EQ(forecast.States(0), 1);
  EXPECT_DOUBLE_EQ(forecast.States(0, 3), 6);
}

}  // namespace
}  // namespace dlx::internal::layers
